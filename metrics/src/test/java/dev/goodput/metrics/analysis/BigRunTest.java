package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A run that is far too long to be kept.
class BigRunTest {
  private static final int REQUESTS = 300_000;

  /// Made anew at every reading: nothing of it is ever held.
  private static LogSource log() {
    return consumer -> {
      consumer.accept(new LevelStarted(0, 0, "constant", "", 1000, 0, 0));
      for (int i = 0; i < REQUESTS; i++) {
        double at = i;
        double ttft = 20 + i % 101;
        consumer.accept(
            RequestMaker.at(at)
                .id(i)
                .chunks(at + ttft, at + ttft + 10, at + ttft + 20, at + ttft + 30)
                .usage(50, 4)
                .make());
      }
      consumer.accept(new LevelEnded(0, 0, LevelEnded.Ending.COMPLETE, -1, 0));
    };
  }

  @Test
  void figuresBeyondTheExactLimitAreWithinOneInTenThousand() {
    RunResult run =
        Analysis.analyse(log(), Analysed.WHOLE.withSlo(Slo.parse("p90 ttft<=109ms, tpot<=10ms")));

    LevelResult level = run.levels().getFirst();
    Distribution ttft = Objects.requireNonNull(level.latencies().ttft());
    assertThat(ttft.exact()).isFalse();
    assertThat(ttft.p50()).isCloseTo(70, within(70 * 1e-4));
    assertThat(ttft.p99()).isCloseTo(119, within(119 * 1e-4));
    assertThat(ttft.max()).isEqualTo(120);
    assertThat(level.rates().rps()).isCloseTo(1000, within(1.0));
    assertThat(level.rates().outputTps()).isCloseTo(4000, within(4.0));
    assertThat(level.rates().concurrencyMean()).isCloseTo(100, within(0.1));
    assertThat(level.rates().concurrencyPeak()).isBetween(99L, 102L);
    assertThat(Objects.requireNonNull(level.goodput()).attainment())
        .isCloseTo(90.0 / 101, within(1e-4));
    assertThat(level.sloMet()).isFalse();
    assertThat(level.load().gapCv()).isCloseTo(0, within(1e-9));
    assertThat(run.faults()).isEmpty();
  }
}
