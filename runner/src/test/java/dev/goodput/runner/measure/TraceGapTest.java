package dev.goodput.runner.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.LevelPlan;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionPlan;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.Workload;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.tokenizer.PromptCalibration;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceGapTest {
  private static final long SECOND = 1_000_000_000L;

  /// A recording of these seconds, which then ends; writing its prompts fails.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Recording(double... seconds) implements Workload {
    @Override
    public String name() {
      return "code";
    }

    @Override
    public String summary() {
      return "";
    }

    @Override
    public Optional<String> sloPreset() {
      return Optional.empty();
    }

    @Override
    public boolean timed() {
      return true;
    }

    @Override
    public SessionSource open(OpenOptions options) {
      return new Sessions(options.prompts(), seconds);
    }
  }

  private static final class Sessions implements SessionSource {
    private final PromptWriter prompts;
    private final double[] seconds;
    private int at;

    Sessions(PromptWriter prompts, double[] seconds) {
      this.prompts = prompts;
      this.seconds = seconds;
    }

    @Override
    public @Nullable SessionPlan next() {
      if (at == seconds.length) {
        return null;
      }
      String prompt = prompts.write(1, at, 10_000);
      assertThat(prompt).isEmpty();
      int tokens = prompts.count("What was said and recorded.");
      TurnPlan turn =
          new TurnPlan(List.of(new Message("user", prompt)), prompt, tokens, 1, 0, null);
      long offset = Math.round(seconds[at] * SECOND);
      return new SessionPlan(at++, offset, HistoryMode.BY_TURN, List.of(turn));
    }

    @Override
    public SkippedRequests skipped() {
      return SkippedRequests.NONE;
    }
  }

  private static Optional<String> found(LevelPlan level, double... recorded) {
    return found(PromptWriter.calibrated(PromptCalibration.DEFAULT), level, recorded);
  }

  private static Optional<String> found(PromptWriter prompts, LevelPlan level, double... recorded) {
    return TraceGap.of(new Recording(recorded), OpenOptions.of(1, prompts), level);
  }

  private static LevelPlan played(double scale, int seconds) {
    return new LevelPlan(new Arrivals.Trace(scale), 0, 0, seconds * SECOND, 0);
  }

  private static Optional<String> message(double scale, int seconds, double... recorded) {
    return found(played(scale, seconds), recorded);
  }

  /// Slow enough to be counted.
  private static final class Slow implements Tokenizer {
    private int counted;

    @Override
    public int count(String text) {
      counted++;
      return text.length();
    }

    @Override
    public long[] ids(String text) {
      return text.chars().asLongStream().toArray();
    }

    @Override
    public String name() {
      return "slow";
    }
  }

  @Test
  void countsTokensOnlyWhereThereIsSomethingToSay() {
    Slow tokenizer = new Slow();
    PromptWriter prompts = PromptWriter.exact(tokenizer, 0);
    int before = tokenizer.counted;

    assertThat(found(prompts, played(1, 8), 0, 2, 5, 7, 9)).isEmpty();
    assertThat(tokenizer.counted).isEqualTo(before);
    assertThat(found(prompts, played(1, 8), 0, 1, 30)).isPresent();
    assertThat(tokenizer.counted).isEqualTo(before + 3);
  }

  @Test
  void reportsThatTheNextArrivalIsBeyondTheRun() {
    assertThat(message(0.5, 8, 0, 1, 1.4, 29.4, 30))
        .contains(
            "code as recorded: 3 arrivals until 0.7 s, the next at 14.7 s, after the 8 s of this"
                + " run; a smaller --time-scale brings them closer");
  }

  @Test
  void reportsTimeWithoutArrivals() {
    assertThat(message(1, 30, 0, 1, 1.4, 29.4, 29.6, 33))
        .contains(
            "code as recorded: 3 arrivals until 1.4 s, the next at 29.4 s, and no request between;"
                + " a smaller --time-scale brings them closer");
  }

  @Test
  void reportsThatTheRecordingHasEnded() {
    assertThat(message(1, 30, 0, 1))
        .contains(
            "code as recorded: 2 arrivals until 1 s, then it is over; the run is of 30 s;"
                + " a larger --time-scale plays it for longer");
  }

  @Test
  void namesNoTimeUntilWhichThereWasNothing() {
    assertThat(message(1, 30, 0, 29.4))
        .contains(
            "code as recorded: 1 arrival at once, the next at 29.4 s, and no request between;"
                + " a smaller --time-scale brings them closer");
    assertThat(message(1, 30, 25, 29.4))
        .contains(
            "code as recorded: the first arrival is at 25 s, and no request before;"
                + " a smaller --time-scale brings it closer");
  }

  @Test
  void reportsNothingForABusyRun() {
    assertThat(message(1, 8, 0, 2, 5, 7, 9)).isEmpty();
    LevelPlan counted = new LevelPlan(new Arrivals.Trace(1), 0, 3, 0, 0);
    assertThat(found(counted, 0, 1, 1.9, 29.4)).isEmpty();
    LevelPlan poisson = new LevelPlan(new Arrivals.Poisson(8), 0, 0, SECOND, 0);
    assertThat(found(poisson, 0, 29)).isEmpty();
  }

  @Test
  void looksNoFurtherThanARunThatHasEnoughToDo() {
    double[] dense = new double[10_000];
    for (int i = 0; i < dense.length; i++) {
      dense[i] = i / 1000.0;
    }
    assertThat(message(1, 100_000, dense)).isEmpty();
  }
}
