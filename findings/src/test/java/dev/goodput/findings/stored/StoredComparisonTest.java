package dev.goodput.findings.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LogSource;
import dev.goodput.record.TokenCounts;
import dev.goodput.report.InventedLog;
import dev.goodput.report.PassedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class StoredComparisonTest {
  private static final ReportInput GOOD = Compared.good();

  private static JsonNode document(ReportInput... runs) {
    ObjectNode tree = StoredComparisonDocument.tree(Compared.of(runs));
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(StoredComparisonDocument.schema())
                .validate(tree.toString(), InputFormat.JSON))
        .isEmpty();
    return tree;
  }

  private static List<String> objections(ReportInput... runs) {
    return document(runs)
        .at("/objections")
        .valueStream()
        .map(each -> each.get("what").asString())
        .toList();
  }

  /// Ratios of the second run, or why there is none, by figure.
  private static String ratio(JsonNode document, String figure) {
    return document
        .at("/loads")
        .valueStream()
        .flatMap(load -> load.get("figures").valueStream())
        .filter(row -> row.get("figure").asString().equals(figure))
        .flatMap(row -> StreamSupport.stream(row.get("runs").spliterator(), false))
        .filter(cell -> cell.get("run").asString().equals("B"))
        .map(cell ->
            cell.has("ratio")
                ? cell.get("ratio").toString()
                : "none: " + cell.path("no_ratio").asString())
        .findFirst()
        .orElse("absent");
  }

  @Test
  void comparesEachFigureWithTheFirstRun() {
    JsonNode same = document(GOOD, GOOD);
    for (String figure :
        List.of("ttft_p95_ms", "tpot_p50_ms", "e2el_p95_ms", "output_tps", "attainment")) {
      assertThat(ratio(same, figure)).as(figure).isIn("1", "1.0");
    }
    assertThat(same.at("/loads")).hasSize(1);
    assertThat(same.at("/loads/0/name").asString()).isEqualTo("poisson 8/s");
    assertThat(same.at("/loads/0/figures/0/runs/0/value").asDouble()).isPositive();
    assertThat(same.at("/loads/0/figures/0/runs/0").has("ratio")).isFalse();
    assertThat(objections(GOOD, GOOD)).singleElement().asString().startsWith("no interval: A, B");
  }

  @Test
  void comparesEachGatewayClassWithTheFirstRun() {
    JsonNode both = document(SampleRuns.classes(), SampleRuns.classes());
    List<String> attained =
        both.at("/loads/0/figures")
            .valueStream()
            .filter(row -> row.get("figure").asString().equals("attainment"))
            .map(row -> row.path("slo_class").asString("all") + row.at("/runs/1/value"))
            .toList();
    assertThat(attained).hasSize(3).contains("hurried0.0", "patient1.0");
    assertThat(ratio(both, "attainment")).isIn("1", "1.0");
    assertThat(StoredComparisonText.of(Compared.of(SampleRuns.classes(), SampleRuns.classes()), 80))
        .contains("attained hurried", "attained patient", "good/s patient");
  }

  @Test
  void namesAllUpstreamsOfAGateway() {
    LogSource log = new InventedLog(InventedLog.Shape.GOOD).observed(8);
    ReportInput three = SampleRuns.of(PassedLog.among(log, 3), AnalysisOptions.DEFAULTS);
    assertThat(StoredComparisonText.of(Compared.of(three, three), 160))
        .contains("address 3 upstreams: vllm-0, vllm-1, vllm-2")
        .doesNotContain("http://127.0.0.1:8000");
  }

  private static String rowsOf(String one, String other) {
    SortedMap<String, Slo> slos = new TreeMap<>();
    slos.put(one, Slo.parse("p95 ttft<=1ms"));
    slos.put(other, Slo.parse("p95 ttft<=60s"));
    LogSource log =
        PassedLog.of(
            new InventedLog(InventedLog.Shape.GOOD).failing(0).observed(8),
            request -> request.id() % 2 == 0 ? one : other);
    ReportInput run = SampleRuns.of(log, AnalysisOptions.DEFAULTS.withSloClasses(slos));
    return StoredComparisonText.of(Compared.of(run, run), 80);
  }

  @Test
  void distinguishesClassesWithACommonPrefix() {
    String rows = rowsOf("interactive-eu", "interactive-us");
    assertThat(rows)
        .containsPattern("(?m)^ good/s interactive-eu +\\d")
        .containsPattern("(?m)^ good/s interactive-us +\\d");
    assertThat(rows.lines()).allMatch(line -> line.length() <= 80);

    String apart =
        rowsOf("a-class-whose-name-is-long-of-europe", "a-class-whose-name-is-long-of-us");
    assertThat(apart)
        .containsPattern("(?m)^ good/s a-class-whose-name-is-long-of-europe$")
        .containsPattern("(?m)^ good/s a-class-whose-name-is-long-of-us$");
    assertThat(apart.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void showsNoUnjustifiedRatio() {
    ReportInput other = Compared.with(GOOD, "run.workload", "azure-code");
    assertThat(ratio(document(GOOD, other), "rps")).isEqualTo("none: another workload");
    assertThat(objections(GOOD, other).getFirst())
        .isEqualTo("B (run-b) used another workload than A");
    ReportInput same = Compared.with(GOOD, "target.model", "meta-llama/Llama-3.1-8B");
    assertThat(ratio(document(GOOD, same), "tpot_p50_ms")).isIn("1", "1.0");
    ReportInput model = Compared.with(GOOD, "target.model", "qwen3-32b");
    assertThat(ratio(document(GOOD, model), "tpot_p50_ms")).isEqualTo("none: other tokens");
    assertThat(ratio(document(GOOD, model), "ttft_p50_ms")).isIn("1", "1.0");
    assertThat(ratio(document(GOOD, SampleRuns.withoutUsage()), "output_tps"))
        .isEqualTo("none: other tokens");
    assertThat(ratio(document(GOOD, Compared.unjudged()), "attainment")).isEqualTo("absent");
    ReportInput slice = Compared.with(GOOD, "run.shard", "2/4");
    assertThat(ratio(document(GOOD, slice), "rps")).startsWith("none: it is a slice");
    assertThat(objections(GOOD, slice).getFirst())
        .isEqualTo("B (run-b) is slice 2/4 of a load, and no run");
    assertThat(ratio(document(GOOD, SampleRuns.clientBound()), "rps")).contains("bottleneck");
    assertThat(objections(GOOD, SampleRuns.clientBound()).getFirst())
        .contains("was bound by its client");
    assertThat(objections(GOOD, Compared.levels()))
        .anyMatch(what -> what.contains("no load in common"));
  }

  @Test
  void namesEverySourceOfItsTokens() {
    ReportInput mixed =
        SampleRuns.counted(
            reported -> reported.id() % 9 == 0 ? TokenCounts.NONE : reported.tokens());
    assertThat(StoredComparisonText.of(Compared.of(GOOD, mixed), 160))
        .containsPattern("tokens from +A +usage\n +B +chunks, usage");
  }

  @Test
  void reportsDifferencesAndCommonFacts() {
    JsonNode facts = document(GOOD, Compared.with(GOOD, "target.server", "vLLM 0.12")).at("/facts");
    assertThat(
            facts
                .valueStream()
                .filter(fact -> fact.get("differs").asBoolean())
                .map(fact -> fact.get("name") + fact.get("values").toString()))
        .containsExactly("\"server\"[\"vLLM 0.11\",\"vLLM 0.12\"]");
  }

  @Test
  void marksTheLoadsThatAnotherBeats() {
    JsonNode frontier = document(Compared.levels(), Compared.fewLevels()).get("frontier");
    assertThat(frontier.get("points")).hasSize(7);
    assertThat(frontier.get("several").asBoolean()).isFalse();
    assertThat(frontier.get("points").valueStream().anyMatch(point -> point.has("beaten_by")))
        .isTrue();
    assertThat(frontier.get("points").valueStream().anyMatch(point -> !point.has("beaten_by")))
        .isTrue();
    JsonNode apart =
        document(Compared.levels(), Compared.with(Compared.levels(), "run.workload", "x"))
            .get("frontier");
    assertThat(apart.get("several").asBoolean()).isTrue();
    assertThat(apart.get("points").valueStream().filter(point -> point.has("beaten_by")))
        .allMatch(
            point -> point.at("/beaten_by/run").asString().equals(point.get("run").asString()));
  }

  @Test
  void comparesNoDifferingRunsEvenIfAnOldOneMatchesBoth() {
    ReportInput one = Compared.with(Compared.fewLevels(), "workload.summary", "one table");
    ReportInput other = Compared.with(Compared.levels(), "workload.summary", "another table");
    StoredComparison three = Compared.of(Compared.levels(), one, other);
    assertThat(three.placed())
        .allMatch(each -> each.group() == (each.load().run().label().equals("C") ? 1 : 0));
    assertThat(StoredComparisonText.of(three, 120)).contains("✔ 1", "✔ 2", "by its number");
    assertThat(StoredComparisonText.of(Compared.of(GOOD, GOOD), 80)).doesNotContain("✔ 1");
  }

  @Test
  void marksSingleRunsAndOverlappingIntervalsAsBehind() {
    StoredComparison single = Compared.of(Compared.levels(), Compared.fewLevels());
    assertThat(single.placed()).noneMatch(StoredComparison.Placed::significantly);
    assertThat(StoredComparisonText.of(single, 80))
        .contains("behind A ")
        .doesNotContain("beaten by A");
    JsonNode apart = document(SampleRuns.repeated(), Compared.slow());
    assertThat(apart.at("/frontier/points/1/beaten_by/sure").asBoolean()).isTrue();
    assertThat(StoredComparisonText.of(Compared.of(SampleRuns.repeated(), Compared.slow()), 80))
        .contains("beaten by A ")
        .doesNotContain("behind");
  }

  @Test
  void marksARatioOfIntervalsThatOverlap() {
    ReportInput repeated = SampleRuns.repeated();
    assertThat(document(repeated, repeated).at("/loads/0/figures/0/runs/1/overlap").asBoolean())
        .isTrue();
    assertThat(StoredComparisonText.of(Compared.of(repeated, repeated), 80))
        .containsPattern("TTFT p95 .* 1\\.00~")
        .contains("~ the intervals of both overlap");
    assertThat(document(repeated, GOOD).at("/loads").toString()).doesNotContain("overlap");
    assertThat(StoredComparisonText.of(Compared.of(GOOD, GOOD), 80)).doesNotContain("~");
  }

  @Test
  void reportsWhyThereIsNoRatio() {
    ReportInput model = Compared.with(GOOD, "target.model", "qwen3-32b");
    assertThat(StoredComparisonText.of(Compared.of(GOOD, GOOD, model), 80))
        .contains("none of C: other tokens")
        .doesNotContain("none of B");
  }

  @Test
  void keepsItsColumnsWhereIntervalsAreLong() {
    ReportInput repeated = SampleRuns.repeated();
    List<String> lines =
        StoredComparisonText.of(Compared.of(repeated, repeated), 80).lines().toList();
    int row = 0;
    while (!lines.get(row).startsWith(" output tok/s")) {
      row++;
    }
    assertThat(lines.get(row + 1)).containsPattern("\\d,\\d{3}–\\d,\\d{3}");
    assertThat(endOfFirst(lines.get(row + 1), 0)).isEqualTo(endOfFirst(lines.get(row), 13));
  }

  /// Where the first word of a line ends from some column on.
  private static int endOfFirst(String line, int from) {
    int at = from;
    while (line.charAt(at) == ' ') {
      at++;
    }
    return line.indexOf(' ', at);
  }

  @Test
  void treatsRepeatsAsOneLoadWithIntervals() {
    JsonNode document = document(SampleRuns.repeated(), GOOD);
    assertThat(document.at("/loads")).hasSize(1);
    JsonNode ttft = document.at("/loads/0/figures/0/runs/0");
    assertThat(ttft.get("low").asDouble()).isLessThan(ttft.get("value").asDouble());
    assertThat(document.at("/frontier/points/0").has("output_tps_low")).isTrue();
    assertThat(document.at("/frontier/points/1").has("output_tps_low")).isFalse();
    assertThat(document.at("/objections/0/runs").toString()).isEqualTo("[\"B\"]");
  }

  @Test
  void computesPerGpuFiguresIfAllGpuCountsAreKnown() {
    ComparedRun one = new ComparedRun("A", "a", GOOD, 1);
    ComparedRun eight = new ComparedRun("B", "b", GOOD, 8);
    JsonNode frontier =
        StoredComparisonDocument.tree(new StoredComparison(List.of(one, eight))).get("frontier");
    assertThat(frontier.get("per_gpu").asBoolean()).isTrue();
    assertThat(frontier.at("/points/1/output_tps_per_gpu").asDouble() * 8)
        .isCloseTo(
            frontier.at("/points/0/output_tps_per_gpu").asDouble(),
            org.assertj.core.data.Percentage.withPercentage(1e-6));
    assertThat(frontier.at("/points/1/beaten_by/run").asString()).isEqualTo("A");
  }

  @Test
  void comparesAnyTwoRunsInEightyAndInMoreColumns() {
    for (ReportInput run : SampleRuns.all()) {
      for (int columns : new int[] {80, 160}) {
        StoredComparison three = Compared.of(run, GOOD, Compared.levels());
        assertThat(StoredComparisonText.of(three, columns).lines())
            .allMatch(line -> line.length() <= columns)
            .noneMatch(line -> line.contains("NaN") || line.contains("null"));
      }
      assertThat(document(run, GOOD).get("runs")).hasSize(2);
    }
  }

  @Test
  void reportsTheWorstFirstAndShowsNoControlCharacters() {
    String text = StoredComparisonText.of(Compared.of(GOOD, SampleRuns.hostile()), 80);
    assertThat(text)
        .containsSubsequence("✘ B (run-b) used another workload", "! B (run-b)", "what differs");
    assertThat(text).doesNotContain("\u0000").doesNotContain("\u001b");
  }

  @Test
  void showsAnIntervalInTheUnitOfItsFigure() {
    String text = StoredComparisonText.of(Compared.of(SampleRuns.repeated(), GOOD), 80);
    assertThat(text).containsPattern("E2EL p95 +\\d\\.\\d\\d s .*\\R +\\d\\.\\d\\d–\\d\\.\\d\\d");
  }

  @Test
  void showsAnIntervalOfAShareInPercent() {
    ReportInput repeated = SampleRuns.repeated();
    String text = StoredComparisonText.of(Compared.of(repeated, repeated), 120);
    assertThat(text).containsPattern("failed +0\\.\\d+ % .*\\R +0–1\\.\\d+ ");
  }

  @Test
  void explainsOnlyTheMarksThatItSets() {
    ReportInput starred = Compared.with(GOOD, "target.url", "http://***@host");
    assertThat(StoredComparisonText.of(Compared.of(starred, GOOD), 120))
        .contains("***@host")
        .doesNotContain("of the whole run");
    ReportInput pointed = Compared.with(GOOD, "target.url", "http://a^b");
    assertThat(StoredComparisonText.of(Compared.of(pointed, GOOD), 120))
        .doesNotContain("^ the maximum");
    ReportInput priced = Compared.with(GOOD, "run.currency", "EUR");
    assertThat(StoredComparisonText.of(Compared.of(priced, priced), 120))
        .doesNotContain("costs in");
    ReportInput costly = Compared.with(SampleRuns.costly(), "run.currency", "USD");
    assertThat(StoredComparisonText.of(Compared.of(costly, costly), 120))
        .contains("costs in: A USD");
  }

  @Test
  void needsTwoRuns() {
    assertThatThrownBy(() -> Compared.of(GOOD)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hasItsSchemaInTheDocumentation() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "compared-runs.schema.json")))
        .isEqualTo(StoredComparisonDocument.schema());
  }

  @Test
  void namesTheLoadThatBeatsAnother() {
    StoredComparison runs = Compared.of(Compared.levels(), Compared.fewLevels());
    assertThat(StoredComparisonText.of(runs, 80)).containsPattern("(behind|beaten by) A \\d+ user");

    InventedLog log = new InventedLog(new InventedLog.Shape(20, 0, 0.02, 0, true, "busy"));
    log.open(0, 12.31, 64).open(1, 12.32, 64).open(2, 12.33, 64).open(3, 12.34, 64);
    ReportInput wordy = SampleRuns.of(log, SampleRuns.good().options());
    String narrow = StoredComparisonText.of(Compared.of(wordy, wordy), 80);
    assertThat(narrow.lines()).allMatch(line -> line.length() <= 80);
    assertThat(narrow).containsPattern("\\R +behind A poisson 12.32/s, at most 64 in flight\\R");
  }
}
