package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Verdict;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Over which stretches of a level the client is judged.
class ClientWatchTest {
  private static final AnalysisOptions SLO = Analysed.WHOLE.withSlo(Slo.parse("p95 ttft<=400ms"));

  private static HealthSample sample(double atMillis, List<Long> lags) {
    return new HealthSample(
        0, Math.round(atMillis * 1e6), lags, List.of(), 0.25, Double.NaN, 1024, 1, 3);
  }

  /// One user who asks every 0.1 s for 10 s, with answers of `e2elMillis`, and the client's lags of
  /// each second.
  private static List<LogEntry> watched(
      double e2elMillis, int seconds, IntFunction<List<Long>> lags) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = i * 100;
      entries.add(
          RequestMaker.at(at).id(i).closed().chunks(at + 50, at + e2elMillis).usage(1, 2).make());
    }
    for (int second = 1; second <= seconds; second++) {
      entries.add(sample(second * 1000, lags.apply(second)));
    }
    return entries;
  }

  private static List<Long> lags(int late, long lateMillis) {
    List<Long> lags = new ArrayList<>(Collections.nCopies(100, 0L));
    Collections.fill(lags.subList(0, late), lateMillis * 1_000_000);
    return lags;
  }

  /// Answers of 6 s are longer than half of the window: rates are of the whole run then.
  @ParameterizedTest
  @CsvSource({"60, closed, 1", "6000, closed, 1", "60, constant, 0", "6000, constant, 0"})
  void theQuietOfALongDrainMakesNoLateClientGood(double e2el, String arrivals, int users) {
    List<LogEntry> late = watched(e2el, 130, second -> lags(second <= 10 ? 3 : 0, 20));
    LevelStarted begun =
        new LevelStarted(0, 0, arrivals, "", users == 0 ? 10 : Double.NaN, users, 0);

    ClientHealth client = Analysis.analyse(Logs.level(begun, late), SLO).client();
    assertThat(client.verdict()).isEqualTo(Verdict.CLIENT_BOUND);
    assertThat(client.reasons()).anyMatch(r -> r.contains(" p99 20 ms"));
  }

  /// The last start is at 9.9 s: whatever holds the loops up after that kept nobody from his turn.
  @ParameterizedTest
  @CsvSource({"60, 60, 1200", "4900, 13, 1200", "4900, 14, 1900", "60, 13, 900"})
  void aLateDrainMakesNoGoodClientLate(double e2el, int second, long stallMillis) {
    List<LogEntry> quiet =
        watched(
            e2el, 130, at -> at == second ? lags(100, stallMillis) : lags(at > 60 ? 50 : 0, 300));
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1, 0);

    ClientHealth client = Analysis.analyse(Logs.level(closed, quiet), SLO).client();
    assertThat(client.verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(Objects.requireNonNull(client.loopLagMs()).count()).isEqualTo(1000);
  }

  /// A thousand requests at once, of which some leave early, are turned away, or are short: the
  /// client is judged while the long answers are read.
  @ParameterizedTest
  @ValueSource(strings = {"left", "turned away", "short"})
  void thoseWhoAreGoneSoonEndNobodysWatch(String others) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      double at = i * 0.1;
      RequestMaker maker = RequestMaker.at(at).id(i).closed();
      entries.add(
          i % 5 >= 3
              ? maker.chunks(at + 50, 40_000).usage(1, 2).make()
              : switch (others) {
                case "left" ->
                    maker
                        .chunks(at + 50, at + 90)
                        .ended(at + 100)
                        .outcome(new Outcome.Cancelled(""))
                        .make();
                case "turned away" ->
                    maker.ended(at + 2).outcome(new Outcome.HttpError(503, "busy")).make();
                default -> maker.chunks(at + 50, at + 400).usage(1, 2).make();
              });
    }
    for (int second = 1; second <= 40; second++) {
      entries.add(sample(second * 1000 + 5, lags(second > 2 ? 20 : 0, 50)));
    }
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1000, 0);

    assertThat(Analysis.analyse(Logs.level(closed, entries), SLO).client().verdict())
        .isEqualTo(Verdict.CLIENT_BOUND);
  }

  /// So many requests at once, of which the last may be answered long after the others; the loops
  /// are late only while the first words of all are read.
  @ParameterizedTest
  @CsvSource({
    "1000, 40000, 40000, 1, 1, 40",
    "50, 2000, 110000, 1, 2, 20",
    "50, 2000, 110000, 2, 2, 20",
    "50, 2000, 2000, 1, 2, 20"
  })
  void noLongQuietHidesALateBegin(int users, double most, double last, int from, int to, int late) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < users; i++) {
      double at = i * 0.1;
      double end = i == users - 1 ? last : most;
      entries.add(RequestMaker.at(at).id(i).closed().chunks(at + 50, end).usage(1, 2).make());
    }
    for (int second = 1; second <= last / 1000; second++) {
      entries.add(sample(second * 1000, lags(second >= from && second <= to ? late : 0, 50)));
    }
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, users, 0);

    assertThat(Analysis.analyse(Logs.level(closed, entries), SLO).client().verdict())
        .isEqualTo(Verdict.CLIENT_BOUND);
  }

  /// A thousand at once, some with short responses; the loops are late while the long ones are
  /// read, which hold most of what is measured.
  @ParameterizedTest
  @ValueSource(ints = {500, 899, 900, 950})
  void manyShortAnswersEndNobodysWatch(int shortOnes) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      double at = i * 0.1;
      double end = i < shortOnes ? at + 1000 : 40_000;
      entries.add(RequestMaker.at(at).id(i).closed().chunks(at + 50, end).usage(1, 2).make());
    }
    for (int second = 1; second <= 40; second++) {
      entries.add(sample(second * 1000 + 5, lags(second > 3 ? 60 : 0, 300)));
    }
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1000, 0);

    assertThat(Analysis.analyse(Logs.level(closed, entries), SLO).client().verdict())
        .isEqualTo(Verdict.CLIENT_BOUND);
  }

  /// Rates of the whole run hold the warm-up too, in which the loops are late.
  @ParameterizedTest
  @CsvSource({"8000, CLIENT_BOUND", "60, TRUSTED"})
  void theWarmUpIsJudgedWhereRatesAreOfTheWholeRun(double e2el, Verdict verdict) {
    List<LogEntry> entries = watched(e2el, 20, second -> lags(second <= 4 ? 60 : 0, 300));
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1, 0);
    AnalysisOptions cut = SLO.withWarmup(new Warmup.Fixed(5_000_000_000L));

    LevelResult level = Analysis.analyse(Logs.level(closed, entries), cut).levels().getFirst();
    assertThat(level.window().ratesOfWholeRun()).isEqualTo(verdict == Verdict.CLIENT_BOUND);
    assertThat(level.client().verdict()).isEqualTo(verdict);
  }

  /// A quiet warm-up and a quiet drain beside it.
  @Test
  void theWindowIsJudgedByItselfToo() {
    List<LogEntry> entries = watched(8000, 20, at -> lags(at > 5 && at <= 10 ? 2 : 0, 300));
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1, 0);
    AnalysisOptions cut = SLO.withWarmup(new Warmup.Fixed(5_000_000_000L));

    assertThat(Analysis.analyse(Logs.level(closed, entries), cut).client().verdict())
        .isEqualTo(Verdict.CLIENT_BOUND);
  }

  @Test
  void aStallInTheCoolDownIsNotTheWindows() {
    List<LogEntry> quiet = watched(60, 11, at -> lags(at == 9 ? 100 : 0, 1200));
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1, 0);
    AnalysisOptions cooled = SLO.withCooldownNanos(4_000_000_000L);

    ClientHealth client = Analysis.analyse(Logs.level(closed, quiet), cooled).client();
    assertThat(client.verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(Objects.requireNonNull(client.loopLagMs()).count()).isEqualTo(600);
  }

  /// A thousand requests at once, whose answers take 40 s: what is measured is read after the
  /// window. One that hangs for two minutes more changes nothing.
  @ParameterizedTest
  @CsvSource({"20, CLIENT_BOUND", "0, TRUSTED"})
  void whereAllBeginAtOnceTheClientIsJudgedWhileTheirAnswersAreRead(int late, Verdict verdict) {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      double at = i * 0.1;
      double end = i == 7 ? 160_000 : 40_000;
      entries.add(RequestMaker.at(at).id(i).closed().chunks(at + 50, end).usage(1, 2).make());
    }
    for (int second = 1; second <= 160; second++) {
      entries.add(sample(second * 1000 + 5, lags(second < 40 ? late : 0, 50)));
    }
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1000, 0);

    assertThat(Analysis.analyse(Logs.level(closed, entries), SLO).client().verdict())
        .isEqualTo(verdict);
  }

  @Test
  void usersWhoStarvedAfterTheLastStartAreNotForgottenInALongDrain() {
    List<LogEntry> starved =
        watched(
            60,
            600,
            second ->
                switch (second) {
                  case 11 -> lags(90, 900);
                  case 12 -> lags(30, 1200);
                  default -> lags(0, 0);
                });
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1, 0);

    ClientHealth client = Analysis.analyse(Logs.level(closed, starved), SLO).client();
    assertThat(client.verdict()).isEqualTo(Verdict.CLIENT_BOUND);
    assertThat(Objects.requireNonNull(client.loopLagMs()).max()).isEqualTo(1200);
  }
}
