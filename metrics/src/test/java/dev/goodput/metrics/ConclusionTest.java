package dev.goodput.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
}
