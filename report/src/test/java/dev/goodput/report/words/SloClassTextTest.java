package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.SloClassResult;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.PassedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SloClassTextTest {
  private static final ReportInput CLASSES = SampleRuns.classes();
  private static final LevelResult LEVEL = CLASSES.result().levels().getFirst();

  @Test
  void showVerdictAndGoodputOfEachClassWithRequests() {
    List<Verdict> verdicts = Verdicts.shown(CLASSES, LEVEL);

    assertThat(verdicts)
        .extracting(Verdict::title)
        .startsWith("misses hurried", "meets patient")
        .noneMatch(title -> title.contains("idle"));
    Verdict missed = verdicts.getFirst();
    assertThat(missed.severity()).isEqualTo(Severity.BAD);
    assertThat(missed.text()).startsWith("p95 TTFT ").contains("limit 1 ms");
    assertThat(missed.more())
        .startsWith("0 % of ")
        .contains("(p95 ttft ≤ 1 ms)", "goodput 0 requests/s, 0 output tok/s");
    Verdict met = verdicts.get(1);
    assertThat(met.severity()).isEqualTo(Severity.GOOD);
    assertThat(met.text()).startsWith("100 % of ").contains("(p95 ttft ≤ 60 s)");
    assertThat(met.more()).matches("goodput [\\d.]+ requests/s, [\\d.,]+ output tok/s");
  }

  @Test
  void theHeadlineIsThatOfTheMissedClass() {
    LogSource log =
        PassedLog.of(
            new InventedLog(InventedLog.Shape.GOOD).failing(0).observed(8),
            request -> request.id() % 2 == 0 ? "batch" : "chat");
    SortedMap<String, Slo> slos = new TreeMap<>();
    slos.put("batch", Slo.parse("p95 ttft<=60s"));
    slos.put("chat", Slo.parse("p95 ttft<=1ms"));
    ReportInput in = SampleRuns.of(log, AnalysisOptions.DEFAULTS.withSloClasses(slos));

    assertThat(Verdicts.headline(in).headline()).startsWith("Misses chat: p95 TTFT ");
  }

  @Test
  void showAllClassesTogether() {
    String attained = GoodputTable.of(CLASSES, LEVEL).getFirst().value();

    assertThat(attained).matches("(49|50|51)(\\.\\d)? %");
    assertThat(GoodputTable.of(CLASSES, LEVEL))
        .anySatisfy(member ->
            assertThat(member.sentence())
                .isEqualTo(
                    "Delivered output of the classes whose percentile bounds all hold: patient;"
                        + " they do not hold of hurried."));
    assertThat(Sentences.of(LEVEL).getLast()).contains("missed the service-level objective (SLO)");
  }

  private static SloClassResult named(String name, long judged, boolean holds) {
    Slo slo = Slo.parse("p95 ttft<=1s");
    Goodput goodput = new Goodput(1.0, 10.0, 1.0, 0.0, 0.0, 1.0, null, null, judged, 10, null);
    BoundResult bound =
        new BoundResult(
            slo.bounds().getFirst(),
            judged,
            InventedResult.outside(0, holds ? 0 : judged),
            .95,
            holds,
            300.0,
            judged);
    return new SloClassResult(name, slo, judged, 0, holds, List.of(bound), goodput);
  }

  @Test
  void meetBoundsWithoutTokensInTheWindow() {
    assertThat(
            SloClassText.percentiles(
                List.of(
                    named("brief", 3, true), named("empty", 0, false), named("late", 5, false))))
        .isEqualTo(
            "Delivered output of the classes whose percentile bounds all hold: brief; they do not"
                + " hold of late.");
  }

  @Test
  void reportAClassWhoseRequestsWereAllCancelled() {
    LogSource log =
        PassedLog.of(
            new InventedLog(InventedLog.Shape.GOOD).failing(0).observed(8),
            request -> request.id() == 7 ? "batch" : request.id() == 9 ? "" : "chat");
    LogSource left = consumer -> log.read(entry -> consumer.accept(leftAt(entry)));
    SortedMap<String, Slo> slos = new TreeMap<>();
    slos.put("batch", Slo.parse("batch"));
    slos.put("chat", Slo.parse("p95 ttft<=60s"));
    ReportInput in = SampleRuns.of(left, AnalysisOptions.DEFAULTS.withSloClasses(slos));
    LevelResult level = in.result().levels().getFirst();

    assertThat(Verdicts.shown(in, level))
        .anySatisfy(verdict -> {
          assertThat(verdict.title()).isEqualTo("batch");
          assertThat(verdict.text())
              .isEqualTo("no request to judge, 1 left too early (none on latency)");
        });
    assertThat(GoodputTable.of(in, level).getFirst().sentence())
        .as("a request without a class is not judged, and its client did not leave")
        .endsWith(" 1 more left too early to be judged.");
  }

  /// The same where the clients of the requests 7 and 9 left before a token.
  private static LogEntry leftAt(LogEntry entry) {
    return entry instanceof RequestRecord request && (request.id() == 7 || request.id() == 9)
        ? PassedLog.ended(request, new Outcome.Cancelled("the client left"))
        : entry;
  }
}
