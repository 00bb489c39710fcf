package dev.goodput.findings.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.quality.RunScores;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.testing.Chromium;
import dev.goodput.testing.Chromium.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TradeoffTest {
  @TempDir private Path scratch;

  /// A run whose tokens cost so much, and of whose answers so many are right.
  private ReportInput run(String name, double outputPrice, int right) throws IOException {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0);
    return run(name, right, SampleRuns.of(log, priced(outputPrice)));
  }

  private static AnalysisOptions priced(double outputPrice) {
    ModelPrice price =
        new ModelPrice(
            "m",
            "USD",
            "test",
            LocalDate.of(2026, 11, 27),
            Map.of(Kind.INPUT, 0.0, Kind.OUTPUT, outputPrice),
            null,
            true,
            true);
    return Compared.good().options().withCost(price);
  }

  private ReportInput run(String name, int right, ReportInput run) throws IOException {
    Path directory = Files.createDirectory(scratch.resolve(name));
    int level = run.result().levels().getFirst().level();
    StringBuilder rows = new StringBuilder("level,id,session,turn,outcome,exact\r\n");
    for (int i = 0; i < 100; i++) {
      rows.append("%d,%d,%d,0,ok,%s\r\n".formatted(level, i, i, i < right ? "1.0" : "0.0"));
    }
    Files.writeString(directory.resolve(RunScores.ROWS), rows);
    new RunScores(
            List.of(),
            List.of(
                new RunScores.Level(
                    level,
                    100,
                    0,
                    0,
                    List.of(
                        new RunScores.Score("exact", "exact match", 1, right / 100.0, null, null),
                        new RunScores.Score("rougeL", "ROUGE-L", 1, 0.5, null, null)))))
        .write(directory);
    return new ReportInput(
        run.manifest().with(RunScores.KEY, "exact").with("run.seed", "1"),
        run.result(),
        run.options(),
        run.charts(),
        run.log(),
        directory,
        run.state(),
        run.servers(),
        run.notes(),
        run.losses(),
        null);
  }

  private static StoredComparison by(Set<Aspect> aspects, ReportInput a, ReportInput b) {
    return new StoredComparison(Compared.of(a, b).runs(), aspects, Map.of());
  }

  @Test
  void reportsThatACheaperRunIsWorse() throws IOException {
    ReportInput a = run("a", 10, 90);
    ReportInput b = run("b", 8, 70);
    Tradeoff found = by(Set.of(Aspect.COST, Aspect.QUALITY), a, b).tradeoffs().getFirst();
    assertThat(found.missing()).isEmpty();
    TradeoffChange cost = found.changes().getFirst();
    assertThat(cost.value()).isCloseTo(-0.2, within(1e-12));
    TradeoffChange quality = found.changes().getLast();
    assertThat(quality.value()).isCloseTo(-0.2, within(1e-12));
    assertThat(quality.difference()).isNotNull();
    assertThat(found.sentence())
        .startsWith(
            "B: 20 % cheaper (cost per successful request −20 % to −20 %: better), quality (exact"
                + " match)")
        .contains("quality (exact match) −20.0 points (−")
        .endsWith(": a loss)");
    assertThat(found.pareto())
        .isEqualTo(
            "Neither dominates: B is better in cost per successful request, A in quality (exact"
                + " match).");
    assertThat(found.allowing(Map.of(Aspect.QUALITY, 0.01)).pareto())
        .isEqualTo("B is better in cost per successful request, A in quality (exact match).");
  }

  @Test
  void namesDominatedRunsOfAllPairs() throws IOException {
    ReportInput a = run("a", 10, 90);
    ReportInput b = run("b", 12, 70);
    ReportInput c = run("c", 8, 70);
    StoredComparison found =
        new StoredComparison(
            Compared.of(a, b, c).runs(), Set.of(Aspect.COST, Aspect.QUALITY), Map.of());
    assertThat(found.dominated())
        .as("C is cheaper than both; that its answers equal those of B is not shown")
        .extracting(Tradeoff.Dominated::sentence)
        .singleElement()
        .asString()
        .startsWith("B is dominated by A at ");
    assertThat(StoredComparisonText.of(found, 100)).contains("B is dominated by A at ");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(StoredComparisonDocument.schema())
                .validate(StoredComparisonDocument.json(found), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  @Tag("real")
  void drawsAParetoChartPerPairOfAspects() throws IOException {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    StoredComparison found =
        new StoredComparison(
            Compared.of(run("a", 10, 90), run("b", 12, 70), run("c", 8, 70)).runs(),
            Set.of(Aspect.COST, Aspect.QUALITY),
            Map.of());
    Path page = scratch.resolve("page.html");
    Files.writeString(page, StoredComparisonPage.html(found, "goodput test"));
    Seen seen = Chromium.open(page, scratch.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-state=\"drawn\"", "id=\"tradeoffs\"", "Dominated: B by A")
        .contains("class=\"frontier-mark series-b beaten\"")
        .doesNotContain(">NaN", ">undefined", "undefined;");
    assertThat(seen.count("class=\"frontier tradeoff-figure\"")).isEqualTo(1);
  }

  /// The first 20 tasks that only run A answers rightly, with texts that try to be markup.
  @Test
  @Tag("real")
  void showsAnswersThatDifferSideBySide() throws IOException {
    assumeTrue(Chromium.installed(), Chromium.MISSING);
    ReportInput a = run("a", 10, 90);
    ReportInput b = run("b", 10, 70);
    texts(a, "right");
    texts(b, "<img src=x onerror=alert(1)>");
    StoredComparison found = by(Set.of(Aspect.QUALITY), a, b);
    assertThat(StoredComparisonText.of(found, 100))
        .contains("exact match: B lower in 20 tasks than A, higher in 0, the same in 80");
    Path page = scratch.resolve("page.html");
    Files.writeString(page, StoredComparisonPage.html(found, "goodput test"));
    Seen seen = Chromium.open(page, scratch.resolve("profile"));
    assertThat(seen.console()).isEmpty();
    assertThat(seen.dom())
        .contains("data-state=\"drawn\"", "id=\"answers\"", "Question 70?", "reference 70")
        .contains("&lt;img src=x onerror=alert(1)&gt;")
        .doesNotContain("<img", ">undefined", "undefined;");
    assertThat(seen.count("class=\"answers-sample\"")).isEqualTo(6);
  }

  @Test
  void hiddenTextsAreMissing() throws IOException {
    ReportInput a = run("a", 10, 90);
    ReportInput b = run("b", 10, 70);
    texts(a, "right");
    texts(b, "wrong");
    DifferingAnswers shown = DifferingAnswers.of(by(Set.of(Aspect.QUALITY), a, b)).getFirst();
    assertThat(shown.samples()).hasSize(6);
    DifferingAnswers hidden =
        DifferingAnswers.of(by(Set.of(Aspect.QUALITY), RunTexts.hidden(a), RunTexts.hidden(b)))
            .getFirst();
    assertThat(hidden.samples()).isEmpty();
    assertThat(hidden.missing()).isEqualTo("A keeps no texts");
    assertThat(hidden.lower()).isEqualTo(20);
  }

  /// The seed of a level contains its number, so that another level sends other tasks.
  @Test
  void comparesNoAnswersOfLevelsWithDifferentNumbers() throws IOException {
    ReportInput a = run("a", 10, 90);
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(0).open(1, 8, 0);
    StoredComparison found =
        by(Set.of(Aspect.QUALITY), a, run("b", 70, SampleRuns.of(log, priced(10))));
    assertThat(found.loads())
        .singleElement()
        .satisfies(load -> assertThat(load.loads()).doesNotContainNull());
    assertThat(DifferingAnswers.of(found)).isEmpty();
  }

  private static void texts(ReportInput run, String answer) throws IOException {
    StringBuilder prompts = new StringBuilder();
    StringBuilder answers = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      prompts.append(
          "{\"level\":0,\"id\":%1$d,\"prompt\":\"Question %1$d?\",\"reference\":\"reference %1$d\"}\n"
              .formatted(i));
      answers.append(
          "{\"level\":0,\"id\":%1$d,\"session\":%1$d,\"turn\":0,\"outcome\":\"ok\",\"text\":\"%2$s\"}\n"
              .formatted(i, answer));
    }
    Files.writeString(run.dir().resolve("prompts.jsonl"), prompts);
    Files.writeString(run.dir().resolve("answers.jsonl"), answers);
  }

  @Test
  void showsNoDifferenceOfARunFromItself() throws IOException {
    ReportInput run = run("a", 10, 90);
    Tradeoff found =
        by(Set.of(Aspect.COST, Aspect.QUALITY, Aspect.SPEED), run, run).tradeoffs().getFirst();
    assertThat(found.pareto()).isEqualTo("No difference is shown.");
    assertThat(found.sentence())
        .contains("same cost")
        .contains("no loss shown")
        .contains("TTFT p95 0 %");
  }

  @Test
  void judgesByLimits() throws IOException {
    ReportInput a = run("a", 10, 90);
    StoredComparison limited =
        new StoredComparison(
            Compared.of(a, run("b", 11, 89)).runs(),
            Set.of(Aspect.COST, Aspect.QUALITY),
            Map.of(Aspect.COST, 0.05, Aspect.QUALITY, 0.01));
    List<TradeoffChange> changes = limited.tradeoffs().getFirst().changes();
    assertThat(changes.getFirst().verdictSentence())
        .isEqualTo("cost per successful request: regressed; at most 5 % more is allowed");
    assertThat(changes.getLast().verdictSentence())
        .startsWith("quality (exact match): inconclusive; at most 1 point less is allowed. ");
    assertThat(StoredComparisonText.of(limited, 100))
        .contains("cost per successful request: regressed; at most 5 % more is allowed");
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(StoredComparisonDocument.schema())
                .validate(StoredComparisonDocument.json(limited), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void namesWhatCannotBeCompared() {
    Tradeoff found =
        by(Set.of(Aspect.QUALITY, Aspect.COST, Aspect.ENERGY), Compared.good(), Compared.good())
            .tradeoffs()
            .getFirst();
    assertThat(found.changes()).isEmpty();
    assertThat(found.missing())
        .containsExactly(
            "cost: both runs need a cost in one currency; use --cost-per-hour or --prices",
            "quality: both runs need the same score; measure them with --score",
            "energy: a run has no energy per output token");
  }

  /// Every answer costs the same on both, and B refuses half of the requests for nothing.
  @Test
  void refusingRequestsSavesNothing() throws IOException {
    ReportInput a = run("a", 90, answering(0));
    ReportInput b = run("b", 90, Compared.with(answering(.5), "run.max_error_rate", "0.9"));
    TradeoffChange cost = by(Set.of(Aspect.COST), a, b).tradeoffs().getFirst().changes().getFirst();
    assertThat(cost.value()).isCloseTo(0, within(1e-9));
    assertThat(cost.better()).isZero();
    assertThat(cost.phrase()).startsWith("same cost");
  }

  /// By the hour too: twice as many tokens make no request cheaper.
  @Test
  void costsByTheHourAreThoseOfARequest() {
    AnalysisOptions hourly = Compared.good().options().withCost(new Cost(3, "USD"));
    ReportInput a = ofTokens(100, hourly);
    ReportInput b = ofTokens(200, hourly);
    TradeoffChange cost = by(Set.of(Aspect.COST), a, b).tradeoffs().getFirst().changes().getFirst();
    assertThat(cost.key()).isEqualTo("cost_per_request");
    assertThat(cost.value()).isCloseTo(0, within(1e-9));
    assertThat(cost.phrase()).isEqualTo("same cost (cost per successful request)");
  }

  private static ReportInput ofTokens(int tokens, AnalysisOptions options) {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(0).open(0, 8, 0);
    return SampleRuns.counted(log, options, _ -> TokenCounts.ofUsage(10, tokens, -1, -1, -1));
  }

  private static ReportInput answering(double failing) {
    InventedLog log = new InventedLog(InventedLog.Shape.GOOD).failing(failing).open(0, 8, 0);
    return SampleRuns.counted(
        log,
        priced(10),
        request ->
            request.outcome().failure()
                ? TokenCounts.NONE
                : TokenCounts.ofUsage(10, 100, -1, -1, -1));
  }

  /// A run that fails more than it may, whose client is the bottleneck, or that sent something else
  /// shows nothing about its server.
  @Test
  void comparesNoRunThatFailed() throws IOException {
    ReportInput a = run("a", 10, 90);
    nothing(a, run("b", 90, answering(.5)), "× 503");
    nothing(run("refusing", 90, answering(1.1)), a, "503");
    InventedLog late = new InventedLog(InventedLog.Shape.GOOD).failing(0).lagging(38).open(0, 8, 0);
    nothing(a, run("late", 90, SampleRuns.of(late, priced(1))), "client");
    nothing(a, Compared.with(run("c", 1, 90), "run.workload", "other"), "another workload");
  }

  /// How late a client sends and reads does not change the answers; a failure may be the client's.
  @Test
  void comparesOnlyTheAnswersOfAClientBoundRun() throws IOException {
    ReportInput a = run("a", 10, 90);
    InventedLog late = new InventedLog(InventedLog.Shape.GOOD).failing(0).lagging(38).open(0, 8, 0);
    ReportInput b = run("late", 60, SampleRuns.of(late, priced(1)));
    StoredComparison found = by(Set.of(Aspect.QUALITY, Aspect.COST, Aspect.SPEED), a, b);
    Tradeoff tradeoff = found.tradeoffs().getFirst();
    assertThat(tradeoff.changes()).extracting(TradeoffChange::aspect).containsOnly(Aspect.QUALITY);
    assertThat(tradeoff.changes().getFirst().value()).isCloseTo(-0.3, within(1e-12));
    assertThat(tradeoff.missing())
        .satisfiesExactly(
            cost -> assertThat(cost).startsWith("cost: not judged, as B (").contains("client"),
            speed -> assertThat(speed).startsWith("speed: not judged, as B (").contains("client"));
    assertThat(tradeoff.pareto())
        .isEqualTo("A is better in quality (exact match); cost, speed unknown.");
    assertThat(found.headline().title()).isEqualTo("speed is not comparable");
    assertThat(found.dominated()).isEmpty();

    InventedLog failing = new InventedLog(InventedLog.Shape.GOOD).failing(.5).lagging(38);
    ReportInput failed = run("failed", 60, SampleRuns.of(failing.open(0, 8, 0), priced(1)));
    StoredComparison none =
        by(Set.of(Aspect.QUALITY), a, Compared.with(failed, "run.max_error_rate", "0.9"));
    assertThat(none.tradeoffs().getFirst().changes()).isEmpty();
    assertThat(none.headline().title()).isEqualTo("not comparable");
  }

  private static void nothing(ReportInput a, ReportInput b, String why) {
    StoredComparison limited =
        new StoredComparison(
            Compared.of(a, b).runs(), Set.of(Aspect.COST), Map.of(Aspect.COST, 9.0));
    Tradeoff found = limited.tradeoffs().getFirst();
    assertThat(found.changes()).isEmpty();
    assertThat(found.missing()).singleElement().asString().startsWith("not comparable: ");
    assertThat(found.missing().getFirst()).contains(why);
    assertThat(found.pareto()).isEqualTo("Nothing can be compared.");
  }

  /// One hundred answers to ten tasks are of ten tasks.
  @Test
  void countsDifferentTasks() throws IOException {
    ReportInput a = Compared.with(run("a", 10, 90), "workload.requests", "10");
    ReportInput b = Compared.with(run("b", 10, 89), "workload.requests", "10");
    Tradeoff found = by(Set.of(Aspect.QUALITY, Aspect.COST), a, b).tradeoffs().getFirst();
    assertThat(found.changes())
        .allSatisfy(
            each -> assertThat(Objects.requireNonNull(each.difference()).tasks()).isEqualTo(10));
  }

  /// A cheaper run does not dominate while the quality of its answers is unknown.
  @Test
  void dominatesOnlyInWhatIsShown() throws IOException {
    ReportInput a = run("a", 10, 90);
    ReportInput b = run("b", 8, 90);
    Set<Aspect> both = Set.of(Aspect.COST, Aspect.QUALITY);
    assertThat(by(both, a, b).tradeoffs().getFirst().pareto())
        .isEqualTo(
            "B is better in cost per successful request; no loss shown in quality (exact match).");
    assertThat(by(both, b, a).tradeoffs().getFirst().pareto())
        .isEqualTo(
            "A is better in cost per successful request; no loss shown in quality (exact match).");
    assertThat(by(Set.of(Aspect.COST, Aspect.ENERGY), a, b).tradeoffs().getFirst().pareto())
        .isEqualTo("B is better in cost per successful request; energy unknown.");
    assertThat(by(Set.of(Aspect.COST), a, b).tradeoffs().getFirst().pareto())
        .isEqualTo("B dominates A: better in cost per successful request, worse in nothing.");
    StoredComparison limited =
        new StoredComparison(Compared.of(a, b).runs(), both, Map.of(Aspect.QUALITY, 0.1));
    assertThat(limited.tradeoffs().getFirst().pareto()).startsWith("B dominates A");
  }
}
