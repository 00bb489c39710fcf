package dev.goodput.report.words;

import static dev.goodput.report.InventedResult.outside;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.ClientHealth.Cause;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.PassedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.terminal.TerminalReport;
import dev.goodput.report.words.SloText.SlowestRequests;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class VerdictsTest {
  @Test
  void namesTheMetricTheDistanceAndTheArrivalsOfAMissedBound() {
    ReportInput in = InventedResult.missing();
    Verdict verdict = Verdicts.of(in, in.result().levels().getFirst()).getFirst();
    assertThat(verdict.severity()).isEqualTo(Severity.BAD);
    assertThat(verdict.title()).isEqualTo("misses chat");
    assertThat(verdict.text()).isEqualTo("p95 TTFT 2.31 s, limit 200 ms (11.6 ×)");
    assertThat(verdict.more()).isEqualTo("84 of 240 requests missed it");
    assertThat(verdict.answer())
        .isEqualTo(
            "Misses chat: p95 TTFT 2.31 s, limit 200 ms (11.6 ×). 84 of 240 requests missed it");
  }

  @Test
  void namesTheSlowestRequestsByTheMetricThatFailed() {
    ReportInput in = SampleRuns.missing();
    Double worst = Objects.requireNonNull(in.result().levels().getFirst().latencies().ttft()).max();
    assertThat(SloText.slowest(in, in.result().levels().getFirst()))
        .startsWith("TTFT: requests ")
        .contains("(" + Figures.duration(worst) + "), ");
  }

  @Test
  void printsTheExpressionAndNotOnlyTheNameOfAPreset() {
    ReportInput in = InventedResult.good();
    Verdict verdict = Verdicts.of(in, in.result().levels().getFirst()).getFirst();
    assertThat(verdict.text()).isEqualTo("97.1 % of 240 requests were good, target 95 %");
    assertThat(TerminalReport.render(in, 80, false))
        .contains("\n SLO      p95 TTFT ≤ 200 ms, p95 TPOT ≤ 80 ms\n")
        .contains("\n To promise this p95, run about 2,400 requests: --duration 5m\n");
    assertThat(MarkdownSummary.markdown(in)).contains("SLO: p95 TTFT ≤ 200 ms, p95 TPOT ≤ 80 ms");
  }

  @Test
  void putsAnUntrustedClientBeforeGoodVerdicts() {
    ReportInput in = InventedResult.clientBound();
    List<Verdict> verdicts = Verdicts.of(in, in.result().levels().getFirst());
    assertThat(verdicts.getFirst().title()).isEqualTo("client-bound");
    assertThat(verdicts.getFirst().text())
        .isEqualTo("schedule lag p99 38 ms (19 % of the TTFT bound of 200 ms), limit 5 ms");
    assertThat(verdicts.getFirst().more())
        .isEqualTo("Use more cores or a lower rate; do not quote these figures.");
    assertThat(Verdicts.warning(in)).isPresent();
    assertThat(Verdicts.warning(InventedResult.good())).isEmpty();
  }

  @Test
  void countsFailuresByKindEvenWhereTheyAreAllowed() {
    ReportInput in = InventedResult.good();
    Verdict failures = Verdicts.of(in, in.result().levels().getFirst()).getLast();
    assertThat(failures.severity()).isEqualTo(Severity.WARN);
    assertThat(failures.text()).isEqualTo("0.763 % of 262 requests: 2 http_error (2 × 503)");
  }

  @Test
  void reportsOnceThatARunWasKilled() {
    ReportInput in = SampleRuns.killed();
    assertThat(Verdicts.shown(in, in.best().orElseThrow()))
        .filteredOn(verdict -> verdict.text().contains("the log ends before the run did"))
        .singleElement()
        .extracting(Verdict::title)
        .isEqualTo("not judged");
  }

  @Test
  void namesTheBestOfSeveralLevels() {
    ReportInput in = InventedResult.levels();
    assertThat(in.best().orElseThrow().level()).isEqualTo(1);
    assertThat(Verdicts.headline(in).headline())
        .isEqualTo(
            "Meets chat at 16 users, the best of 3 levels: 97.1 % of 240 requests were good,"
                + " target 95 %");
  }

  @Test
  void reportsThatNoResponseHasTheFigure() {
    ReportInput in = SampleRuns.allFailed();
    Verdict verdict = Verdicts.of(in, in.result().levels().getFirst()).getFirst();
    assertThat(verdict.text())
        .matches("(\\d+) of \\1 requests missed the TTFT limit of 200 ms: \\1 failed; .*");
    assertThat(SloText.miss(in.result().levels().getFirst().bounds().getFirst()))
        .startsWith("no response has a TTFT, limit 200 ms; ");
  }

  @Test
  void namesAsMissedOnlyTheBoundThatTooFewArrivalsKeep() {
    ReportInput in = SampleRuns.good(judged("ttft<=10s, tpot<=1ms"));
    LevelResult level = in.result().levels().getFirst();
    Verdict verdict = Verdicts.of(in, level).getFirst();
    assertThat(level.bounds()).noneMatch(BoundResult::holds);
    assertThat(verdict.text()).startsWith("p95 TPOT ").doesNotContain("TTFT");
    assertThat(SloText.miss(level.bounds().getFirst()))
        .endsWith(
            " of the requests are within 10 s, but fewer than 95 % are within all limits together");
  }

  @Test
  void distinguishesRequestsOutsideABoundByOutcome() {
    assertThat(miss(100, new BoundResult.Outside(3, 1, 2, 4, 0), 60.0, 97))
        .isEqualTo(
            "p95 TTFT 60.0 ms, limit 200 ms; 10 of 100 requests missed it: 3 failed,"
                + " 1 left after the limit, 2 arrived in one piece, too late, 4 were slower");
    assertThat(miss(100, outside(3, 0), 60.0, 97)).endsWith(" missed it: 3 failed");
    assertThat(miss(100, outside(0, 1), 60.0, 100)).endsWith(" missed it: 1 was slower");
  }

  @Test
  void reportsWhyFewerRequestsAreJudgedThanArrived() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0.3, 0.03, 0, true, "");
    ReportInput in =
        SampleRuns.of(new InventedLog(shape).cancelling().open(0, 8, 0), judged("ttft<=10s"));
    LevelResult level = in.result().levels().getFirst();
    long early = level.requests().cancelled();
    assertThat(level.requests().cancelledLate()).isZero();
    assertThat(early).isPositive();
    assertThat(SloText.verdict(in, level).orElseThrow().text())
        .isEqualTo(
            "100 % of "
                + (level.requests().intended() - early)
                + " requests were good ("
                + early
                + " more left too early to be judged), target 95 %");
  }

  @Test
  void countsLateUnstreamedResponsesSeparately() {
    InventedLog log = new InventedLog(new InventedLog.Shape(20, 0.05, 0.03, 0, true, "busy"));
    ReportInput in = SampleRuns.chat(log.wholeEvery(10).open(0, 8, 0));
    LevelResult level = in.result().levels().getFirst();
    BoundResult bound = level.bounds().getFirst();
    long streamed = Objects.requireNonNull(level.latencies().ttft()).count();
    assertThat(bound.observations()).isEqualTo(streamed);
    assertThat(bound.outside().failed()).isPositive().isEqualTo(level.requests().failed());
    assertThat(bound.outside().unstreamed()).isPositive().isEqualTo(level.unstreamed());
    assertThat(bound.within()).isEqualTo(streamed - bound.outside().slower());
  }

  @Test
  void listsAsSlowestOnlyResponsesOfTheTable() {
    InventedLog log = new InventedLog(new InventedLog.Shape(20, 0.1, 0.03, 0, true, "busy"));
    ReportInput in = SampleRuns.chat(log.wholeEvery(10).open(0, 40, 0));
    LevelResult level = in.result().levels().getFirst();
    Double most = Objects.requireNonNull(level.latencies().ttft()).max();
    String named = SlowestRequests.sentence(in, level, Slo.parse("ttft<=60ms").bounds().getFirst());
    assertThat(named)
        .startsWith("TTFT: requests ")
        .doesNotContain("whole")
        .contains("(" + Figures.duration(most) + ")");
  }

  @Test
  void namesNoHarmlessRequestAsTheSlowest() {
    ReportInput in = SampleRuns.missing();
    LevelResult level = in.result().levels().getFirst();
    for (String harmless : List.of("ttft<=59m", "p95 tpot<=59m", "e2el<=59m", "stall<=1ms")) {
      assertThat(SlowestRequests.sentence(in, level, Slo.parse(harmless).bounds().getFirst()))
          .isEmpty();
    }
    Double most = Objects.requireNonNull(level.latencies().tpot()).max();
    assertThat(SlowestRequests.sentence(in, level, Slo.parse("tpot<=1ms").bounds().getFirst()))
        .startsWith("TPOT: requests ")
        .contains("(" + Figures.duration(most) + ")");
  }

  @Test
  void reportsThatRequestsPileUpAboveCapacity() {
    ReportInput in = SampleRuns.outrunUnjudged();
    Verdict verdict = Verdicts.of(in, in.result().levels().getFirst()).getLast();
    assertThat(verdict.severity()).isEqualTo(Severity.WARN);
    assertThat(verdict.title()).isEqualTo("queue grows");
    assertThat(verdict.text()).startsWith("requests in flight grew from ");
    assertThat(verdict.more()).endsWith("A longer run only makes it worse: use a lower --rate.");
    assertThat(Verdicts.of(in, in.result().levels().getFirst()))
        .noneMatch(other -> (other.text() + other.more()).contains("--duration"));
    assertThat(Sentences.of(in.result().levels().getFirst()).getFirst())
        .startsWith("More requests came than were answered");
  }

  private static String miss(
      long applies, BoundResult.Outside outside, double observed, long observations) {
    Bound bound = Slo.parse("chat").bounds().getFirst();
    return SloText.miss(
        new BoundResult(bound, applies, outside, 0.95, false, observed, observations));
  }

  @Test
  void doesNotCallTheSlowestOfFewResponsesAPercentile() {
    assertThat(miss(20, outside(1, 11), 12.4, 19))
        .isEqualTo(
            "the slowest TTFT of 19 responses 12.4 ms, limit 200 ms; 12 of 20 requests missed it:"
                + " 1 failed, 11 were slower");
    assertThat(miss(2, outside(1, 1), 300.0, 1))
        .startsWith("the TTFT of the only response 300 ms, limit 200 ms (1.50 ×); 2 of 2 ");
    assertThat(miss(20, outside(1, 11), 12.4, 20)).startsWith("p95 TTFT 12.4 ms, ");
  }

  @Test
  void namesEachRemedyForALateClientOnce() {
    String cores = "use more cores or fewer users";
    List<Cause> causes =
        List.of(
            new Cause("loops were late", cores),
            new Cause("a pause took 2 s", ""),
            new Cause("users waited", cores));
    ReportInput in = InventedResult.late(ClientHealth.Verdict.CLIENT_BOUND, causes);
    String message = "loops were late; a pause took 2 s; users waited";
    Verdict verdict = ClientText.verdict(in.result().levels().getFirst());
    assertThat(verdict.text()).isEqualTo(message);
    assertThat(verdict.more())
        .isEqualTo("Use more cores or fewer users; do not quote these figures.");
    assertThat(JunitXml.xml(in)).contains("client-bound: " + message + "; " + cores + "\"");
  }

  @Test
  void namesTheLagOfAClosedLoopAsWaitingUsers() {
    assertThat(ClientText.figures(SampleRuns.good().best().orElseThrow()))
        .contains(" · loop lag max ");
    assertThat(ClientText.figures(SampleRuns.levels().best().orElseThrow()))
        .contains(" · loop lag or users' wait ");
  }

  @Test
  void distinguishesRequestsWaitingForTheCapFromThoseAtTheServer() {
    ReportInput in = SampleRuns.capped();
    LevelResult level = in.result().levels().getFirst();
    Verdict capped =
        Verdicts.of(in, level).stream()
            .filter(verdict -> verdict.title().equals("capped"))
            .findFirst()
            .orElseThrow();
    assertThat(capped.severity()).isEqualTo(Severity.WARN);
    assertThat(capped.text())
        .startsWith("TTFT p95: ")
        .contains(" (--max-in-flight 4 held them for ");
    assertThat(Notes.of(in, level)).noneMatch(note -> note.contains("--max-in-flight 4 held"));
    assertThat(LevelFigures.inFlight(level.rates())).hasSize(2);
    assertThat(TerminalReport.render(in, 160, false))
        .contains(" ! capped ")
        .containsPattern(
            "[\\d.]+ at the server, peak \\d+(?: ·|\n"
                + ") +[\\d.]+ in flight with those behind the cap, peak");
    assertThat(LevelFigures.inFlight(InventedResult.good().result().levels().getFirst().rates()))
        .containsExactly("16.6 in flight, peak 24");
  }

  @Test
  void warnsOnlyAboutToleratedFailuresOfALevel() {
    InventedLog log = new InventedLog(new InventedLog.Shape(10, 0, 0.03, 0, true, "busy"));
    ReportInput in = SampleRuns.chat(log.open(0, 80, 0).failing(0.3).open(1, 2, 0));
    Verdict failures = Verdicts.of(in, in.result().levels().getLast()).getLast();
    assertThat(failures.title()).endsWith(" failed");
    assertThat(failures.severity()).isEqualTo(Severity.WARN);
    assertThat(failures.more())
        .startsWith("More than the 1 % that are allowed; over all levels 0.")
        .endsWith(" %.");
  }

  @Test
  void countsOnlyRealArrivals() {
    ReportInput in = SampleRuns.good(SampleRuns.NOTHING_LEFT);
    LevelResult level = in.result().levels().getFirst();
    assertThat(Verdicts.of(in, level).getFirst())
        .isEqualTo(new Verdict(Severity.WARN, "not judged", "no request to judge it by", ""));
    assertThat(SloText.miss(level.bounds().getFirst())).isEqualTo("no request to judge it by");
  }

  @Test
  void reportsBoundsMissedJointlyThoughEachIsMet() {
    ReportInput in = SampleRuns.good(judged("ttft<=10s, tpot<=10s"));
    LevelResult level = in.result().levels().getFirst();
    BoundResult first = level.bounds().getFirst();
    BoundResult kept =
        new BoundResult(first.bound(), 100, outside(0, 4), 0.95, false, 9_000.0, 100);
    LevelResult joint = InventedResult.missing(level, List.of(kept, kept));
    assertThat(SloText.verdict(in, joint).orElseThrow().text())
        .isEqualTo("enough requests are within each limit, too few within all of them together");
  }

  @Test
  void countsFailuresOfTheWholeRunIfTheWindowIsEmpty() {
    ReportInput in = SampleRuns.good(SampleRuns.NOTHING_LEFT);
    Verdict failures = Verdicts.of(in, in.result().levels().getFirst()).getLast();
    long failed = in.result().levels().getFirst().totals().failed();
    assertThat(failed).isPositive();
    assertThat(failures.title()).isEqualTo(Figures.counted(failed, "request") + " failed");
    assertThat(failures.text())
        .contains(" http_error (")
        .endsWith("; all of them outside the measurement window");
  }

  @Test
  void reportsFailuresAmongExcludedRequests() {
    ReportInput in = SampleRuns.good(SampleRuns.NOTHING_LEFT);
    LevelResult level = in.result().levels().getFirst();
    long failed = level.totals().failed();
    assertThat(Method.requests(level).getLast()).endsWith(", " + failed + " of them failed");
    assertThat(ResultDocument.json(in))
        .containsPattern("\"left_out\"\\s*:\\s*\\{[^}]*\"failed\"\\s*:\\s*" + failed);
  }

  private static AnalysisOptions judged(String slo) {
    return AnalysisOptions.DEFAULTS.withSlo(Slo.parse(slo));
  }

  @Test
  void namesEveryLevelWhoseClientWasTheBottleneckAndItsRemedyOnce() {
    ReportInput in = InventedResult.boundAtSome();
    String figure = "schedule lag p99 38 ms (19 % of the TTFT bound of 200 ms), limit 5 ms";
    Verdict warning = Verdicts.warning(in).orElseThrow();
    assertThat(warning.text()).isEqualTo("at 1 user: " + figure + "; at 64 users: " + figure);
    assertThat(warning.more()).startsWith("Use more cores or a lower rate; do not");
    assertThat(Verdicts.of(in, in.result().levels().get(1)))
        .anyMatch(verdict ->
            verdict.title().equals("client trusted") && verdict.text().startsWith("at 4 users: "));
    assertThat(Verdicts.shown(in, in.best().orElseThrow()))
        .filteredOn(ClientText::isBound)
        .containsExactly(warning);
  }

  @Test
  void reportsStreamsThatTheGatewayCancelled() {
    LogSource log = PassedLog.of(new InventedLog(InventedLog.Shape.GOOD).failing(0).observed(8));
    LogSource cut =
        consumer ->
            log.read(entry -> {
              boolean reset = entry instanceof RequestRecord each && each.id() < 3;
              boolean ours = entry instanceof RequestRecord each && each.id() == 1;
              consumer.accept(
                  reset
                      ? PassedLog.ended(
                          (RequestRecord) entry,
                          new Outcome.Reset(
                              ours ? "the gateway ended" : "the upstream's connection broke"))
                      : entry);
            });
    ReportInput in = SampleRuns.of(cut, judged("batch"));
    assertThat(Verdicts.byOutcome(in.result().levels().getFirst()))
        .isEqualTo("3 reset (1 by the gateway itself as it ended)");
    ReportInput none = SampleRuns.of(log, judged("batch"));
    assertThat(Verdicts.byOutcome(none.result().levels().getFirst())).isEmpty();
  }
}
