package dev.goodput.metrics.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ConclusionTest {
  /// Users who leave by plan after 100 ms, long before the bounds have passed.
  private static RunResult left(AnalysisOptions options) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      double at = 100 * i;
      entries.add(
          RequestMaker.at(at)
              .id(i)
              .chunks(at + 50, at + 60)
              .ended(at + 100)
              .outcome(new Outcome.Cancelled(""))
              .make());
    }
    return Analysis.analyse(Logs.of(entries), options);
  }

  @Test
  void anSloThatNobodyCouldBeJudgedByIsNeitherMetNorMissed() {
    RunResult run = left(Analysed.WHOLE.withSlo(Slo.parse("chat")));

    assertThat(Objects.requireNonNull(run.slo()).met()).isNull();
    assertThat(Conclusion.of(run, true, 0.01)).isEqualTo(Conclusion.NOTHING_JUDGED);
    assertThat(Conclusion.of(run, false, 0.01)).isEqualTo(Conclusion.GOOD);
  }

  @Test
  void thenNothingOfTheGoodputFamilyIsKnown() {
    RunResult run = left(Analysed.WHOLE.withSlo(Slo.parse("chat")));

    Goodput family = Objects.requireNonNull(run.levels().getFirst().goodput());
    assertThat(family.requestRps()).isNull();
    assertThat(family.percentileTps()).isNull();
    assertThat(family.usefulWorkRatio()).isNull();
    assertThat(family.fluidity()).isNull();
  }

  /// One user after another in a level of so many users; each asks once.
  private static List<LogEntry> level(int level, int users, int requested, double ttftMillis) {
    List<LogEntry> entries = new ArrayList<>();
    entries.add(new LevelStarted(level, 0, "closed", "", Double.NaN, users, 0));
    for (int i = 0; i < requested; i++) {
      double at = 100 * i;
      entries.add(
          RequestMaker.at(at)
              .level(level)
              .id(100L * level + i)
              .session(100L * level + i, 0, 1)
              .closed()
              .chunks(at + ttftMillis, at + ttftMillis + 10)
              .usage(1, 2)
              .make());
    }
    entries.add(new LevelEnded(level, 0, LevelEnded.Ending.COMPLETE, -1, 0));
    return entries;
  }

  private static @Nullable Boolean met(List<LogEntry> first, List<LogEntry> second) {
    List<LogEntry> log = new ArrayList<>(first);
    log.addAll(second);
    AnalysisOptions options = Analysed.WHOLE.withSlo(Slo.parse("ttft<=200ms"));
    return Objects.requireNonNull(Analysis.analyse(Logs.of(log), options).slo()).met();
  }

  @Test
  void aLevelThatWasNotAskedInFullMeetsNothingBesideOneThatWas() {
    List<LogEntry> misses = level(0, 2, 20, 900);
    List<LogEntry> meets = level(1, 2, 20, 50);
    List<LogEntry> halfMeets = level(1, 30, 20, 50);

    assertThat(met(misses, meets)).isTrue();
    assertThat(met(misses, halfMeets)).isFalse();
    assertThat(met(level(0, 30, 20, 900), halfMeets)).isTrue();
  }
}
