package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CappedQueueTest {
  @Test
  void noLengthIsAskedForWhereTheQueueBehindTheCapOnlyGrows() {
    LevelStarted capped = new LevelStarted(0, 0, "poisson", "", 10, 0, 2);
    LevelResult level =
        Analysed.level(Logs.level(capped, queued(0, 100)), AnalysisOptions.DEFAULTS);
    assertThat(level.promises()).isEmpty();
    assertThat(level.warnings())
        .anyMatch(warning -> warning.matches("rates are of the whole run.* latency of [^:]*"))
        .noneMatch(warning -> warning.contains("--duration"))
        .filteredOn(warning -> warning.contains("behind --max-in-flight 2"))
        .containsExactly(
            "the queue behind --max-in-flight 2 grew to the end, which no length of run mends: use"
                + " a lower rate or a higher cap");
    LogSource even = Logs.level(capped, queued(7000, 0));
    assertThat(Analysed.level(even, AnalysisOptions.DEFAULTS).promises()).isNotEmpty();
    assertThat(Analysed.level(even, AnalysisOptions.DEFAULTS).warnings())
        .noneMatch(warning -> warning.contains("--max-in-flight"))
        .anyMatch(warning -> warning.contains("use a --duration of"));
  }

  /// Stages and recordings bring more at one time than at another: what grows may fall again.
  @Test
  void saysNothingOfALoadThatChanges() {
    for (LevelStarted other :
        List.of(
            new LevelStarted(0, 0, "stages", "2→20/s", 10, 0, 2),
            new LevelStarted(0, 0, "trace", "", Double.NaN, 0, 2))) {
      assertThat(
              Analysed.level(Logs.level(other, queued(0, 100)), AnalysisOptions.DEFAULTS)
                  .warnings())
          .noneMatch(warning -> warning.contains("grew to the end"));
    }
  }

  /// Two hundred arrivals in twenty seconds; each waits so long, and so much longer than the one
  /// before.
  private static List<RequestRecord> queued(double millis, double more) {
    List<RequestRecord> queued = new ArrayList<>();
    for (int i = 0; i < 201; i++) {
      double at = i * 100;
      double dispatched = at + millis + i * more;
      queued.add(
          RequestMaker.at(at)
              .id(i)
              .dispatched(dispatched)
              .chunks(dispatched + 600, dispatched + 1200)
              .usage(1, 2)
              .make());
    }
    return queued;
  }
}
