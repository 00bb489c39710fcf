package dev.goodput.findings.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.findings.search.SearchExperiment;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.SearchResult.Ending;
import dev.goodput.metrics.search.Segment;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.report.InventedLog;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class RatiosTest {
  private static final ReportInput GOOD = Compared.good();

  private static String refused(String figure, ReportInput one, ReportInput other) {
    List<ComparedRun> runs = Compared.of(one, other).runs();
    return ComparedLoad.noRatio(ComparedFigure.named(figure), load(runs.get(0)), load(runs.get(1)))
        .orElse("ratio");
  }

  private static ComparedLoad load(ComparedRun run) {
    return ComparedLoad.of(run).getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "workload.input_tokens, 100, 4000",
    "workload.output_tokens, 50, 500",
    "workload.turns, 1, 8",
    "workload.think_time, PT0S, PT5S",
    "workload.history, cumulative, by-turn",
    "workload.prompts, written from the seed, its own",
    "workload.written, true, false",
    "workload.summary, one table, another table",
    "workload.digest, sha256:1a, sha256:2b",
    "ask.ignore_eos, false, true",
    "ask.temperature, 0.0, 0.7"
  })
  void refusesRunsWithDifferentRequests(String key, String one, String other) {
    ReportInput first = Compared.with(GOOD, key, one);
    ReportInput second = Compared.with(GOOD, key, other);
    assertThat(refused("ttft_p95_ms", first, second)).isEqualTo("another workload");
    assertThat(refused("ttft_p95_ms", first, first)).isEqualTo("ratio");
    StoredComparison both = Compared.of(first, second);
    assertThat(both.objections().getFirst().what()).contains("used another workload than A");
    assertThat(both.objections().getFirst().claim()).startsWith("They differ by ");
    assertThat(both.severalFrontiers()).isTrue();
    String shown =
        switch (key) {
          case "workload.written" -> "no";
          case "workload.think_time" -> "think time 5 s";
          default -> other;
        };
    assertThat(both.facts())
        .anyMatch(fact -> fact.differs() && fact.values().toString().contains(shown));
  }

  @Test
  void treatsFactsMissingInEarlierVersionsAsUnknown() {
    ReportInput now =
        Compared.with(Compared.with(GOOD, "workload.summary", "s"), "run.stream", "true");
    assertThat(refused("ttft_p95_ms", GOOD, now)).isEqualTo("ratio");
    assertThat(refused("output_tps", GOOD, now)).isEqualTo("ratio");
    ReportInput typed = Compared.with(GOOD, "workload.input_tokens", "100");
    assertThat(refused("rps", GOOD, typed)).isEqualTo("another workload");
  }

  @Test
  void comparesUnstreamedWithUnstreamedResponses() {
    ReportInput answered = Compared.with(answeredWhole(), "run.stream", "false");
    assertThat(load(Compared.of(answered, answered).runs().getFirst()).point()).isEmpty();
    assertThat(refused("e2el_p95_ms", answered, answered)).isEqualTo("ratio");
    assertThat(refused("e2el_p95_ms", GOOD, answered)).isEqualTo("not both are streamed");
    assertThat(Compared.of(answered, GOOD).excluded())
        .singleElement()
        .satisfies(left -> assertThat(left.why()).contains("no output speed"));
  }

  private static ReportInput answeredWhole() {
    InventedLog.Shape shape = new InventedLog.Shape(20, 0, 0.03, 0, false, "");
    return SampleRuns.of(new InventedLog(shape).open(0, 8, 0), AnalysisOptions.DEFAULTS);
  }

  @Test
  void comparesNoLoadSteeredByASearch() {
    SearchResult found =
        new SearchResult(
            Ending.REACHED,
            "",
            new SearchResult.Unloaded(29, 29, 0, 1.5),
            List.of(),
            List.of(
                new SearchResult.Step(
                    new Segment(18.4, Math.log(18.5), 850, 808, 0), 18.9, 18.4, 19.6, .03)),
            12_431,
            0,
            0,
            1,
            Optional.empty(),
            "");
    SearchPlan plan = SearchPlan.of(Slo.parse("chat"), .95);
    ReportInput search =
        GOOD.of(new SearchExperiment(plan, found, 0, "", "", false, Path.of("runs/r")));
    assertThat(refused("ttft_p95_ms", search, search)).isEqualTo("its rate moved");
    assertThat(refused("attainment", search, search)).isEqualTo("its rate moved");
    assertThat(Compared.of(search, GOOD).facts())
        .anySatisfy(fact -> {
          assertThat(fact.name()).isEqualTo("found");
          assertThat(fact.values().getFirst()).isNotEmpty();
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace, for 30s | trace, time scale 0.5, for 30s | another load",
        "trace, time scale 1.0, for 30s | trace, for 30s | ratio",
        "trace, for 30s | trace, for 1h | another load",
        "trace, requests 100 | trace, requests 10000 | another load",
        "stages, stages 2:30s,20:30s | stages, stages 2:30s,20:30s, requests 9 | another load",
        "gamma, rate 8.0, for 30s | gamma, rate 8.0, cv 4.0, for 30s | another load",
        "gamma, rate 8.0, cv 1, for 30s | gamma, rate 8.0, rate 9.0, requests 200 | ratio",
        "stages, stages 2:30s,20:30s | stages, stages 2:10m,20:10m | another load",
        "burst, requests 10 | burst, requests 100 | another load",
        "closed, users 1, for 30s | closed, users 1, users 4, for 30s | ratio"
      })
  void distinguishesLoadsWithTheSameName(String one, String other, String expected) {
    ReportInput first = Compared.with(GOOD, "run.schedule", one);
    ReportInput second = Compared.with(GOOD, "run.schedule", other);
    assertThat(refused("ttft_p95_ms", first, second)).isEqualTo(expected);
    assertThat(refused("ttft_p95_ms", first, GOOD)).isEqualTo("ratio");
    assertThat(Compared.of(first, second).objections())
        .filteredOn(each -> each.what().contains("no load in common"))
        .hasSize(expected.equals("ratio") ? 0 : 1);
  }

  @Test
  void comparesGoodTokensOnlyWhereTheyAreTheSameTokens() {
    ReportInput model = Compared.with(GOOD, "target.model", "qwen3-32b");
    assertThat(refused("goodput_tps", GOOD, model)).isEqualTo("other tokens");
    assertThat(refused("goodput_rps", GOOD, model)).isEqualTo("ratio");
    ReportInput uncounted = SampleRuns.withoutUsage();
    assertThat(refused("goodput_tps", GOOD, uncounted)).isEqualTo("other tokens");
    assertThat(refused("attainment", GOOD, uncounted)).isEqualTo("other tokens");
    assertThat(refused("goodput_tps", GOOD, GOOD)).isEqualTo("ratio");
  }

  @Test
  void dividesNoRateOfAWindowByOneOfTheWholeRun() {
    ReportInput whole = shortRun();
    assertThat(load(Compared.of(whole, GOOD).runs().get(0)).ratesOfWholeRun()).isTrue();
    assertThat(load(Compared.of(whole, GOOD).runs().get(1)).ratesOfWholeRun()).isFalse();
    assertThat(refused("rps", whole, GOOD)).contains("of the whole run");
    assertThat(refused("output_tps", GOOD, whole)).contains("of the whole run");
    assertThat(refused("e2el_p50_ms", GOOD, whole)).isEqualTo("ratio");
    assertThat(refused("rps", whole, whole)).isEqualTo("ratio");
    StoredComparison both = Compared.of(GOOD, whole);
    assertThat(both.placed()).hasSize(2).allMatch(each -> each.beatenBy() == null);
    assertThat(both.severalFrontiers()).isTrue();
    JsonNode document = StoredComparisonDocument.tree(both);
    assertThat(document.at("/frontier/points/1/of_whole_run").asBoolean()).isTrue();
    assertThat(document.at("/frontier/points/0").has("of_whole_run")).isFalse();
    assertThat(document.at("/loads/0/figures").toString()).contains("\"of_whole_run\":true");
  }

  private static ReportInput shortRun() {
    InventedLog.Shape shape = new InventedLog.Shape(3, 0, 0.03, 0, true, "");
    return SampleRuns.chat(new InventedLog(shape).open(0, 8, 0));
  }

  @Test
  void dividesNoMaximumAndNothingByNothing() {
    ReportInput few = shortRun();
    assertThat(
            ComparedFigure.named("ttft_p99_ms").of(load(Compared.of(few, few).runs().getFirst())))
        .matches(ComparedFigure.Figure::maximum);
    assertThat(refused("ttft_p99_ms", few, few)).isEqualTo("too few requests for the percentile");
    assertThat(refused("ttft_p99_ms", GOOD, few)).isEqualTo("too few requests for the percentile");
    assertThat(refused("ttft_p50_ms", few, few)).isEqualTo("ratio");
    assertThat(refused("error_rate", GOOD, GOOD)).isEqualTo("the first is 0");
  }

  @Test
  void treatsLongerResponsesAsDifferentWork() {
    ReportInput wordy = Compared.wordy();
    assertThat(refused("e2el_p95_ms", GOOD, wordy)).isEqualTo("answers of other lengths");
    assertThat(refused("rps", wordy, GOOD)).isEqualTo("answers of other lengths");
    assertThat(refused("ttft_p95_ms", GOOD, wordy)).isEqualTo("ratio");
    assertThat(refused("output_tokens_per_answer", GOOD, wordy)).isEqualTo("ratio");
    assertThat(refused("e2el_p95_ms", GOOD, SampleRuns.withoutUsage())).isEqualTo("ratio");
    assertThat(Compared.of(GOOD, wordy).objections())
        .anyMatch(each -> each.what().equals("B (run-b) has answers of other lengths than A"));
    assertThat(Compared.of(GOOD, GOOD).objections())
        .noneMatch(each -> each.what().contains("lengths"));
  }

  @Test
  void averagesNoPercentiles() {
    ComparedLoad four = load(Compared.of(SampleRuns.repeatedButOne(), GOOD).runs().getFirst());
    assertThat(four.levels()).hasSize(4);
    assertThat(ComparedFigure.named("ttft_p95_ms").of(four).value()).isNull();
    assertThat(ComparedFigure.named("output_tps").of(four).value()).isNotNull();
    assertThat(ComparedFigure.named("attainment").of(four).value()).isNotNull();
    ComparedLoad five = load(Compared.of(SampleRuns.repeated(), GOOD).runs().getFirst());
    assertThat(ComparedFigure.named("itl_p95_ms").of(five).value()).isNull();
    assertThat(ComparedFigure.named("ttft_p95_ms").of(five).low()).isNotNull();
    assertThat(Compared.of(SampleRuns.repeatedButOne(), GOOD).objections())
        .anyMatch(each -> each.what().contains("has 4 repeats that count"));
  }
}
