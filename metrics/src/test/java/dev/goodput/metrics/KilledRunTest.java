package dev.goodput.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.Outcome;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class KilledRunTest {
  @Test
  void aLogThatEndsEarlyIsAnalysedAsFarAsItGoes() {
    LevelResult level =
        Analysed.level(
            Logs.open(
                RequestMaker.at(0).chunks(100, 200).usage(1, 2).make(),
                RequestMaker.at(50)
                    .attempt(0, false)
                    .ended(60)
                    .outcome(new Outcome.Reset(""))
                    .make()));

    assertThat(level.requests().intended()).isEqualTo(1);
    assertThat(level.requests().retries()).isEqualTo(1);
    assertThat(level.faults()).isEmpty();
  }

  @Test
  void aLogThatLostItsBeginningBeginsWithItsFirstStart() {
    LevelResult level =
        Analysed.level(
            Logs.of(
                List.of(
                    RequestMaker.at(5000).chunks(5100, 5200).make(),
                    RequestMaker.at(9000).chunks(9100, 9200).make())));

    assertThat(level.window().beginNanos()).isEqualTo(5_000_000_000L);
    assertThat(level.load().arrivals()).isEqualTo("unknown");
    assertThat(level.requests().ok()).isEqualTo(2);
  }

  @Test
  void aLevelThatHadJustBegunHasNothingToShow() {
    RunResult run =
        Analysis.analyse(
            Logs.of(List.of(new LevelBegun(0, 7, "poisson", "", 8, 0, 0))),
            Analysed.WHOLE.withSlo(dev.goodput.metrics.slo.Slo.parse("chat")));

    LevelResult level = run.levels().getFirst();
    assertThat(level.requests().intended()).isZero();
    assertThat(level.rates().rps()).isNull();
    assertThat(level.rates().concurrencyMean()).isNull();
    assertThat(level.reliability().errorRate()).isNull();
    assertThat(level.sloMet()).isNull();
    assertThat(Objects.requireNonNull(run.slo()).met()).isNull();
    assertThat(run.faults()).isEmpty();
  }

  @Test
  void anEmptyLogHasNoLevels() {
    RunResult run = Analysis.analyse(Logs.of(List.of()), Analysed.WHOLE);

    assertThat(run.levels()).isEmpty();
    assertThat(run.client().verdict()).isEqualTo(ClientHealth.Verdict.TRUSTED);
    assertThat(run.errorRate()).isZero();
  }
}
