package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
            Logs.of(List.of(new LevelStarted(0, 7, "poisson", "", 8, 0, 0))),
            Analysed.WHOLE.withSlo(Slo.parse("chat")));

    LevelResult level = run.levels().getFirst();
    assertThat(level.requests().intended()).isZero();
    assertThat(level.rates().rps()).isNull();
    assertThat(level.rates().concurrencyMean()).isNull();
    assertThat(level.reliability().errorRate()).isNull();
    assertThat(level.sloMet()).isNull();
    assertThat(Objects.requireNonNull(run.slo()).met()).isNull();
    assertThat(run.faults()).isEmpty();
  }

  private static LevelResult killed(double ttftMillis) {
    List<LogEntry> entries = new ArrayList<>();
    entries.add(new LevelStarted(0, 0, "poisson", "", 8, 0, 0));
    for (int i = 0; i < 40; i++) {
      double at = 100 * i;
      double first = at + ttftMillis;
      entries.add(RequestMaker.at(at).id(i).chunks(first, first + 10).usage(1, 2).make());
    }
    entries.add(
        new HealthSample(0, 4_000_000_000L, List.of(), List.of(), 0.1, Double.NaN, -1, 0, 43));
    return Analysed.level(Logs.of(entries), Analysed.WHOLE.withSlo(Slo.parse("chat")));
  }

  /// Who had waited longest when it was killed is not in its log.
  @Test
  void whoIsNotInTheLogKeepsTheSloFromBeingMet() {
    LevelResult level = killed(50);

    assertThat(level.lost()).isTrue();
    assertThat(level.sloMet()).isNull();
    Goodput goodput = Objects.requireNonNull(level.goodput());
    assertThat(goodput.attainment()).isNull();
    assertThat(goodput.scaledTps()).isNull();
    assertThat(goodput.percentileTps()).isNull();
    assertThat(goodput.requestRps()).isNull();
    assertThat(goodput.tokenTps()).isNull();
    assertThat(goodput.usefulWorkRatio()).isNull();
    assertThat(goodput.good()).isEqualTo(40);
    assertThat(level.rates().rps()).isPositive();
    assertThat(level.rates().outputTps()).isNull();
    assertThat(level.rates().deliveredOutputTps()).isNull();
    assertThat(Objects.requireNonNull(level.latencies().e2el()).nEffective()).isNull();
    assertThat(level.load().rateAchieved()).isNull();
    assertThat(level.load().ratePlanned()).isNull();
    assertThat(level.client().takenUpShare()).isNull();
    assertThat(level.rates().concurrencyPeak()).isNull();
    assertThat(level.reliability().availability()).isNull();
    assertThat(level.reliability().errorRate()).isNull();
    assertThat(level.promises()).isEmpty();
    assertThat(level.warnings())
        .contains(
            "the log ends before the run did: what was in flight then (about 43 requests) is not in"
                + " it, those who had waited longest among them");
  }

  /// A level that was cut short after `ok` good answers and left the others at once.
  private static LevelResult cutShort(int ok, int left) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < ok + left; i++) {
      double at = 100 * i;
      RequestMaker maker = RequestMaker.at(at).id(i);
      requests.add(
          i < ok
              ? maker.chunks(at + 50, at + 60).usage(1, 2).make()
              : maker.ended(at + 150).outcome(new Outcome.Cancelled("stopped")).make());
    }
    LevelStarted begun = new LevelStarted(0, 0, "poisson", "", 8, 0, 0);
    return Analysed.level(
        Logs.level(begun, requests, LevelEnded.Ending.DRAINED),
        Analysed.WHOLE.withSlo(Slo.parse("p90 ttft<=9s")));
  }

  @Test
  void thoseLeftByALevelThatWasCutShortMayHaveTurnedTheVerdict() {
    assertThat(cutShort(17, 15).sloMet()).isNull();
    assertThat(cutShort(17, 15).leftEarly()).isEqualTo(15);
    assertThat(cutShort(17, 15).allAnswered()).isFalse();
    assertThat(cutShort(30, 3).sloMet()).isTrue();
    assertThat(cutShort(30, 4).sloMet()).isNull();
  }

  /// `judged` in time or too late, `left` before their first word or after it.
  private static @Nullable Boolean met(int inTime, int late, int leftBefore, int leftAfter) {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < inTime + late + leftBefore + leftAfter; i++) {
      double at = 100 * i;
      RequestMaker maker = RequestMaker.at(at).id(i);
      Outcome stopped = new Outcome.Cancelled("stopped");
      if (i < inTime + late) {
        double first = at + (i < inTime ? 50 : 20_000);
        requests.add(maker.chunks(first, first + 10).usage(1, 2).make());
      } else if (i < inTime + late + leftBefore) {
        requests.add(maker.ended(at + 150).outcome(stopped).make());
      } else {
        requests.add(maker.chunks(at + 50, at + 60).ended(at + 150).outcome(stopped).make());
      }
    }
    LevelStarted begun = new LevelStarted(0, 0, "poisson", "", 8, 0, 0);
    return Analysed.level(
            Logs.level(begun, requests, LevelEnded.Ending.STOPPED),
            Analysed.WHOLE.withSlo(Slo.parse("p90 ttft<=9s")))
        .sloMet();
  }

  @Test
  void aFirstWordInTimeStaysInTimeWhenItsUserIsLeft() {
    assertThat(met(10, 0, 0, 20)).isTrue();
    assertThat(met(10, 0, 20, 0)).isNull();
  }

  @Test
  void thoseLeftMayHaveSavedTheVerdictToo() {
    assertThat(met(17, 3, 0, 0)).isFalse();
    assertThat(met(17, 3, 15, 0)).isNull();
    assertThat(met(17, 3, 5, 0)).isFalse();
  }

  @Test
  void usersWhoAreNotInTheLogMayHaveAsked() {
    List<LogEntry> entries = new ArrayList<>();
    entries.add(new LevelStarted(0, 0, "closed", "", Double.NaN, 64, 0));
    entries.add(RequestMaker.at(0).chunks(100, 200).usage(1, 2).make());
    assertThat(Analysed.level(Logs.of(entries)).usersWithoutTurn()).isZero();
    assertThat(
            Analysed.level(Logs.closed(64, List.of(RequestMaker.at(0).chunks(100, 200).make())))
                .usersWithoutTurn())
        .isEqualTo(63);
  }

  @Test
  void theWindowOfALogThatEndsEarlyGoesToItsEnd() {
    assertThat(killed(50).window().endNanos()).isEqualTo(4_000_000_000L);
  }

  @Test
  void whatIsInTheLogIsEnoughToMissTheSlo() {
    assertThat(killed(5000).sloMet()).isFalse();
  }

  @Test
  void aRunThatWasKilledBeforeARequestWasOverWasNotWithoutRequests() {
    List<LogEntry> begun = List.of(new LevelStarted(0, 7, "poisson", "", 8, 0, 0));
    RunResult killed = Analysis.analyse(Logs.of(begun), Analysed.WHOLE);
    assertThat(Conclusion.of(killed, false, 0.01)).isEqualTo(Conclusion.NOTHING_JUDGED);

    LogSource whole = Logs.level(new LevelStarted(0, 7, "poisson", "", 8, 0, 0), List.of());
    assertThat(Conclusion.of(Analysis.analyse(whole, Analysed.WHOLE), false, 0.01))
        .isEqualTo(Conclusion.NOTHING_SENT);
  }

  @Test
  void anEmptyLogHasNoLevels() {
    RunResult run = Analysis.analyse(Logs.of(List.of()), Analysed.WHOLE);

    assertThat(run.levels()).isEmpty();
    assertThat(run.client().verdict()).isEqualTo(ClientHealth.Verdict.TRUSTED);
    assertThat(run.errorRate()).isZero();
  }
}
