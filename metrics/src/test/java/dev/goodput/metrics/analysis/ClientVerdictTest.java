package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Verdict;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ClientVerdictTest {
  private static final AnalysisOptions SLO = Analysed.WHOLE.withSlo(Slo.parse("p95 ttft<=400ms"));

  /// 400 arrivals over 40 s; `lag` milliseconds late each.
  private static List<LogEntry> arrivals(IntToDoubleFunction lag) {
    List<LogEntry> requests = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double at = i * 100;
      double due = at + lag.applyAsDouble(i);
      requests.add(
          RequestMaker.at(at).id(i).due(due).chunks(due + 50, due + 60).usage(1, 2).make());
    }
    return requests;
  }

  private static ClientHealth client(List<LogEntry> entries, AnalysisOptions options) {
    return Analysis.analyse(
            Logs.level(new LevelStarted(0, 0, "constant", "", 10, 0, 0), entries), options)
        .client();
  }

  private static HealthSample sample(double atMillis, List<Long> lags, List<Long> pauses) {
    return new HealthSample(
        0, Math.round(atMillis * 1e6), lags, pauses, 0.25, Double.NaN, 1024, 1, 3);
  }

  @Test
  void aClientThatIsOnTimeIsTrusted() {
    ClientHealth client = client(arrivals(i -> 0.05), SLO);

    assertThat(client.verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(client.reasons()).isEmpty();
    assertThat(client.takenUpShare()).isEqualTo(1);
    assertThat(Objects.requireNonNull(client.scheduleLagMs()).p99()).isEqualTo(0.05);
  }

  @Test
  void lagAboveOnePercentOfTheBoundIsSuspectAndAboveTwoClientBound() {
    // B = 400 ms: 1 % is 4 ms, 2 % is 8 ms.
    assertThat(client(arrivals(i -> 3.9), SLO).verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(client(arrivals(i -> 4.1), SLO).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(client(arrivals(i -> 7.9), SLO).verdict()).isEqualTo(Verdict.SUSPECT);
    ClientHealth bound = client(arrivals(i -> 8.2), SLO);
    assertThat(bound.verdict()).isEqualTo(Verdict.CLIENT_BOUND);
    assertThat(bound.reasons())
        .anySatisfy(reason ->
            assertThat(reason)
                .contains(
                    "schedule lag p99 8.2 ms", "(2.05 % of the TTFT bound of 400 ms), limit 8 ms"));
  }

  @Test
  void withoutAnSloTheRunsMedianTtftIsTheMeasure() {
    // TTFT p50 is 50 ms plus the lag: floors of 1 ms and 5 ms hold.
    assertThat(client(arrivals(i -> 0.9), Analysed.WHOLE).verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(client(arrivals(i -> 1.1), Analysed.WHOLE).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(client(arrivals(i -> 5.1), Analysed.WHOLE).verdict())
        .isEqualTo(Verdict.CLIENT_BOUND);
  }

  @Test
  void onePercentOfLateArrivalsIsNoLagOfTheP99() {
    assertThat(client(arrivals(i -> i % 100 == 7 ? 30 : 0), SLO).verdict())
        .isEqualTo(Verdict.TRUSTED);
    assertThat(client(arrivals(i -> i % 50 == 7 ? 30 : 0), SLO).verdict())
        .isEqualTo(Verdict.CLIENT_BOUND);
  }

  @Test
  void theLastArrivalOfTheWindowMayBeTakenUpWithinTheLagThatIsAllowed() {
    List<LogEntry> few = arrivals(i -> 0.02).subList(0, 10);

    assertThat(client(few, SLO).takenUpShare()).isEqualTo(1);
    assertThat(client(few, SLO).verdict()).isEqualTo(Verdict.TRUSTED);
  }

  /// A thousand arrivals at one moment, the last of the window, each later than the one before.
  private static List<LogEntry> burst(double apartMillis) {
    List<LogEntry> requests = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      double due = 3_000 + i * apartMillis;
      double first = due + 2_000;
      requests.add(
          RequestMaker.at(3_000).id(i).due(due).chunks(first, first + 10).usage(1, 2).make());
    }
    return requests;
  }

  @Test
  void aBurstAtTheEndOfTheWindowMayTakeTheLagThatIsAllowed() {
    // The run's median TTFT is 2 s: 1 % is 20 ms, 2 % is 40 ms.
    ClientHealth soon = client(burst(0.018), Analysed.WHOLE);
    assertThat(soon.takenUpShare()).isEqualTo(1);
    assertThat(soon.verdict()).isEqualTo(Verdict.TRUSTED);

    ClientHealth late = client(burst(0.082), Analysed.WHOLE);
    assertThat(late.takenUpShare()).isBetween(0.48, 0.52);
    assertThat(late.verdict()).isEqualTo(Verdict.CLIENT_BOUND);
  }

  @Test
  void arrivalsThatWereNotTakenUpWithinTheWindowAreClientBound() {
    ClientHealth client = client(arrivals(i -> i < 397 ? 0 : 60_000), Analysed.WHOLE);

    assertThat(client.takenUpShare()).isCloseTo(397.0 / 400, within(1e-12));
    assertThat(client.verdict()).isEqualTo(Verdict.CLIENT_BOUND);
    assertThat(client.reasons()).anyMatch(reason -> reason.contains("were sent in it"));
  }

  @Test
  void loopLagAndPausesOfTheWindowAreJudged() {
    List<LogEntry> lagging = arrivals(i -> 0);
    lagging.add(sample(20_000, List.of(4_500_000L, 100L), List.of()));
    List<LogEntry> pausing = arrivals(i -> 0);
    pausing.add(sample(20_000, List.of(100L), List.of(201_000_000L)));
    List<LogEntry> outside = arrivals(i -> 0);
    outside.add(sample(20_000, List.of(100L), List.of()));
    outside.add(sample(90_000, List.of(900_000_000L), List.of()));

    assertThat(client(lagging, SLO).reasons())
        .containsExactly(
            "event-loop lag max 4.5 ms (1.13 % of the TTFT bound of 400 ms), suspect above 4 ms:"
                + " use more cores, a lower rate, or a quieter machine");
    assertThat(client(lagging, SLO).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(client(pausing, SLO).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(client(pausing, SLO).reasons()).anyMatch(r -> r.contains("pause took 201 ms"));
    assertThat(client(outside, SLO).verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(client(pausing, SLO).cpuShare()).isEqualTo(0.25);
    assertThat(client(pausing, SLO).hostCpuShare()).isNull();
    assertThat(client(pausing, SLO).unreadBytesPeak()).isEqualTo(1024);
    assertThat(client(pausing, SLO).refusedLocally()).isEqualTo(1);
  }

  @Test
  void aClosedLoopsUsersWhoStarveToTheEndMakeTheClientBound() {
    List<LogEntry> starving = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = i * 100;
      starving.add(RequestMaker.at(at).id(i).closed().chunks(at + 50, at + 60).usage(1, 2).make());
    }
    for (int second = 1; second <= 30; second++) {
      long waited = Math.max(0, second - 10) * 1_000_000_000L;
      starving.add(sample(second * 1000, Collections.nCopies(100, waited), List.of()));
    }
    LevelStarted closed = new LevelStarted(0, 0, "closed", "", Double.NaN, 1, 0);
    LevelStarted open = new LevelStarted(0, 0, "constant", "", 10, 0, 0);

    ClientHealth client = Analysis.analyse(Logs.level(closed, starving), SLO).client();
    assertThat(client.verdict()).isEqualTo(Verdict.CLIENT_BOUND);
    assertThat(client.reasons()).anyMatch(r -> r.contains("kept its users waiting, for 20 s"));
    assertThat(client.causes())
        .extracting(ClientHealth.Cause::remedy)
        .contains("use more cores, fewer users or a quieter machine")
        .noneMatch(remedy -> remedy.contains("rate"));
    assertThat(Analysis.analyse(Logs.level(open, starving), SLO).client().verdict())
        .isNotEqualTo(client.verdict());
  }

  @Test
  void waitingBehindACapThatWasAskedForIsANoteAndNoLag() {
    List<LogEntry> capped = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double at = i * 100;
      capped.add(
          RequestMaker.at(at)
              .id(i)
              .dispatched(at + 4000)
              .chunks(at + 4052, at + 4060)
              .usage(1, 2)
              .make());
    }

    ClientHealth client =
        Analysis.analyse(
                Logs.level(new LevelStarted(0, 0, "constant", "", 10, 0, 4), capped),
                Analysed.WHOLE)
            .client();

    assertThat(client.verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(client.notes())
        .extracting(ClientHealth.Note::sentence)
        .containsExactly(
            "capped: TTFT p95: 4.05 s for users, 52 ms from dispatch as vLLM bench counts"
                + " (--max-in-flight 4 held them for 4 s (p95))");
  }

  @Test
  void theRunsClientIsTheWorstOfTheLevels() {
    List<LogEntry> entries = new ArrayList<>();
    entries.add(new LevelStarted(0, 0, "constant", "", 10, 0, 0));
    entries.addAll(arrivals(i -> 0));
    entries.add(new LevelEnded(0, 0, LevelEnded.Ending.COMPLETE, -1, 0));
    entries.add(new LevelStarted(1, 0, "constant", "", 10, 0, 0));
    for (LogEntry entry : arrivals(i -> 8.1)) {
      RequestRecord request = (RequestRecord) entry;
      entries.add(
          new RequestRecord(
              request.id(),
              1,
              0,
              true,
              true,
              request.start(),
              request.requested(),
              request.stamps(),
              request.chunks(),
              request.tokens(),
              0,
              request.outcome()));
    }

    entries.add(new LevelEnded(1, 0, LevelEnded.Ending.COMPLETE, -1, 0));
    RunResult run = Analysis.analyse(Logs.of(entries), SLO);

    assertThat(run.levels()).hasSize(2);
    assertThat(run.levels().getFirst().client().verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(run.client().verdict()).isEqualTo(Verdict.CLIENT_BOUND);
    assertThat(run.client().reasons()).allMatch(reason -> reason.startsWith("level 2: "));
    assertThat(Objects.requireNonNull(run.slo()).met()).isTrue();
  }

  @Test
  void connectingThatTookLongIsTold() {
    List<LogEntry> entries = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double at = i * 100;
      entries.add(
          RequestMaker.at(at).id(i).sent(at + 30).chunks(at + 80, at + 90).usage(1, 2).make());
    }

    assertThat(client(entries, Analysed.WHOLE).notes())
        .extracting(ClientHealth.Note::sentence)
        .containsExactly(
            "TTFT max: 80 ms from dispatch, 50 ms from sent (connect and write take the rest)");
  }

  @Test
  void whereTheClientsWaitCameFromIsTold() {
    List<LogEntry> late = new ArrayList<>();
    List<LogEntry> again = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double at = i * 100;
      late.add(RequestMaker.at(at).id(i).due(at + 30).chunks(at + 80, at + 90).make());
      again.add(
          RequestMaker.at(at)
              .id(i)
              .attempt(0, false)
              .ended(at + 1)
              .outcome(new Outcome.HttpError(429, ""))
              .make());
      again.add(
          RequestMaker.at(at).id(i).attempt(1, true).due(at + 30).chunks(at + 80, at + 90).make());
    }

    assertThat(client(late, Analysed.WHOLE).notes())
        .extracting(ClientHealth.Note::sentence)
        .containsExactly(
            "TTFT max: 80 ms for users, 50 ms from dispatch as vLLM bench counts (the difference"
                + " is the client's lag)");
    assertThat(client(again, Analysed.WHOLE).notes())
        .extracting(ClientHealth.Note::sentence)
        .containsExactly(
            "TTFT max: 80 ms for users, 50 ms from dispatch as vLLM bench counts (the difference"
                + " is failed attempts, the waits before --retries, or the client's lag)");
  }

  @Test
  void withoutAStreamTheRunsMedianEndToEndLatencyIsTheMeasureAndCalledSo() {
    List<LogEntry> whole = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double at = i * 100;
      whole.add(RequestMaker.at(at).id(i).due(at + 9).notStreamed().chunks(at + 59).make());
    }

    assertThat(client(whole, Analysed.WHOLE).reasons())
        .anySatisfy(
            reason -> assertThat(reason).contains("15.3 % of the run's median E2EL of 59 ms"));
  }

  @Test
  void aReasonIsASentenceWhereNoAnswerGivesAMeasure() {
    List<LogEntry> failed = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double at = i * 100;
      failed.add(
          RequestMaker.at(at)
              .id(i)
              .due(at + 28)
              .ended(at + 30)
              .outcome(new Outcome.Empty())
              .make());
    }

    assertThat(client(failed, Analysed.WHOLE).reasons())
        .contains(
            "schedule lag max 28 ms, limit 5 ms: use more cores, a lower rate, or a quieter"
                + " machine");
  }

  @Test
  void aNoteSaysWhereTheMaximumStandsForThePercentile() {
    List<LogEntry> few = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double at = i * 100;
      few.add(RequestMaker.at(at).id(i).dispatched(at + 400).chunks(at + 450, at + 460).make());
    }

    assertThat(
            Analysis.analyse(
                    Logs.level(new LevelStarted(0, 0, "constant", "", 10, 0, 4), few),
                    Analysed.WHOLE)
                .client()
                .notes())
        .extracting(ClientHealth.Note::sentence)
        .containsExactly(
            "capped: TTFT max: 450 ms for users, 50 ms from dispatch as vLLM bench counts"
                + " (--max-in-flight 4 held them for 400 ms (max))");
  }
}
