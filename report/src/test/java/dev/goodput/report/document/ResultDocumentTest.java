package dev.goodput.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogSource;
import dev.goodput.report.InventedLog;
import dev.goodput.report.InventedResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.server.Scrapes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class ResultDocumentTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(ResultDocument.schema());

  @Test
  void obeysItsSchemaForEveryKindOfRun() {
    for (ReportInput in : SampleRuns.all()) {
      assertThat(errors(ResultDocument.json(in))).isEmpty();
    }
    assertThat(errors(ResultDocument.json(InventedResult.levels()))).isEmpty();
  }

  @Test
  void reportsCancellationsPerClass() {
    JsonNode classes = ResultDocument.tree(SampleRuns.classes()).at("/levels/0/classes");
    assertThat(classes).isNotEmpty();
    assertThat(classes.valueStream().map(each -> each.get("left").isIntegralNumber()))
        .containsOnly(true);
  }

  @Test
  void reportsServerFiguresAndNamesUnknownOnes(@TempDir Path directory) {
    ReportInput run = SampleRuns.good();
    Scrapes scrapes = new Scrapes(run).whole().miss(99, "hung", "no page").gpus(-1, 5).gpus(99, 5);
    ReportInput in = Scrapes.with(run, scrapes.read(directory, run));
    assertThat(errors(ResultDocument.json(in))).isEmpty();
    JsonNode server = ResultDocument.tree(in).at("/levels/0/server");
    assertThat(server.at("/requests_running/mean").asDouble()).isEqualTo(4);
    assertThat(server.at("/counts/output_tokens/difference").asLong()).isZero();
    assertThat(server.at("/counts/at_least").asBoolean()).isFalse();
    assertThat(server.get("not_observable").valueStream().map(JsonNode::asString))
        .containsExactly(
            "gpu_memory_total_bytes",
            "prefix_hits_share",
            "recomputed_tokens",
            "counts.input_tokens");
    assertThat(server.at("/sources/counts.requests").asString()).isEqualTo("vllm:request_success");
    assertThat(server.at("/pages/0/url").asString()).isEqualTo(Scrapes.PAGE);
    Scrapes restarted = new Scrapes(run).scrape(-1, 0).scrape(5, .5).scrape(6, .1).scrape(99, 1);
    JsonNode anew =
        ResultDocument.tree(Scrapes.with(run, restarted.read(directory, run)))
            .at("/levels/0/server");
    assertThat(anew.at("/counts/at_least").asBoolean()).isTrue();
    assertThat(anew.at("/pages/0/restarts_s/0").asDouble()).isEqualTo(6);
    assertThat(errors(changed(document -> level(document).putObject("server").put("x", 1))))
        .isNotEmpty();
  }

  @Test
  void reportsRepeatedRunsTogether() {
    JsonNode repeats = ResultDocument.tree(SampleRuns.repeated()).get("repeats");
    assertThat(repeats.get("runs").intValue()).isEqualTo(5);
    assertThat(repeats.get("left_out").intValue()).isZero();
    JsonNode ttft = repeats.get("ttft_ms");
    assertThat(ttft.get("count").intValue()).isGreaterThan(500);
    JsonNode p50 = ttft.get("p50");
    assertThat(p50.get("value").doubleValue())
        .isBetween(p50.get("low").doubleValue(), p50.get("high").doubleValue());
    assertThat(p50.get("low").doubleValue()).isLessThan(p50.get("high").doubleValue());
    assertThat(ResultDocument.tree(SampleRuns.levels()).has("repeats")).isFalse();
    JsonNode lucky = ResultDocument.tree(SampleRuns.oneLuckyRun());
    assertThat(lucky.at("/slo/met").booleanValue()).isFalse();
    assertThat(lucky.at("/repeats/slo/runs_met").intValue()).isEqualTo(1);
    JsonNode four = ResultDocument.tree(SampleRuns.repeatedButOne()).get("repeats");
    assertThat(four.get("runs").intValue()).isEqualTo(4);
    assertThat(four.get("left_out").intValue()).isEqualTo(1);
    assertThat(four.has("ttft_ms")).isFalse();
  }

  @Test
  void reportsHowEachLevelEnded() {
    JsonNode levels = ResultDocument.tree(InventedResult.cutShort()).get("levels");
    assertThat(levels.valueStream().map(level -> level.get("ending").stringValue()))
        .containsExactly("counted", "stopped", "stopped");
    LogSource killed = log -> log.accept(new LevelStarted(0, 0, "poisson", "", 8, 0, 0));
    JsonNode lost = ResultDocument.tree(SampleRuns.of(killed, AnalysisOptions.DEFAULTS));
    assertThat(lost.get("levels").get(0).get("ending").stringValue()).isEqualTo("lost");
    assertThat(errors(lost.toString())).isEmpty();
  }

  @Test
  void hasASchemaThatRejectsErrors() {
    assertThat(errors(changed(document -> document.put("schema", "goodput.result/2"))))
        .isNotEmpty();
    assertThat(errors(changed(document -> document.remove("levels")))).isNotEmpty();
    assertThat(errors(changed(document -> client(document).put("verdict", "fine")))).isNotEmpty();
    assertThat(errors(changed(document -> level(document).put("ttft", 1)))).isNotEmpty();
    assertThat(errors(changed(document -> level(document).put("window_s", "30")))).isNotEmpty();
    assertThat(errors(changed(document -> level(document).putNull("rps")))).isNotEmpty();
    assertThat(errors(changed(document -> level(document).put("error_rate", 1.2)))).isNotEmpty();
    assertThat(errors(changed(document -> ttft(document).put("p95", -1)))).isNotEmpty();
    assertThat(errors(changed(document -> ttft(document).remove("count")))).isNotEmpty();
    assertThat(errors(changed(document -> outcomes(document).put("timeout", 1)))).isNotEmpty();
    assertThat(errors(changed(document -> load(document).put("arrivals", "bursty")))).isNotEmpty();
  }

  @Test
  void documentsFiguresThatMayCoverTheWholeRun() {
    JsonNode level =
        MAPPER.readTree(ResultDocument.schema()).at("/properties/levels/items/properties");
    for (String name :
        List.of(
            "rps",
            "input_tps",
            "output_tps",
            "total_tps",
            "delivered_output_tps",
            "concurrency_mean",
            "concurrency_peak",
            "at_server_mean",
            "at_server_peak",
            "goodput/properties/request_rps",
            "goodput/properties/token_tps",
            "goodput/properties/scaled_tps",
            "goodput/properties/percentile_tps",
            "goodput/properties/smooth_tps",
            "cost/properties/per_million_output_tokens",
            "cost/properties/per_million_good_tokens",
            "cost/properties/per_request",
            "cost/properties/per_session",
            "promises/items/properties/minutes")) {
      assertThat(level.at("/" + name + "/description").stringValue(""))
          .as(name)
          .endsWith("of the whole run where window.rates_of_whole_run");
    }
  }

  @Test
  void reportsGrowingQueues() {
    JsonNode level = MAPPER.readTree(ResultDocument.json(SampleRuns.outrun())).at("/levels/0");
    assertThat(level.at("/backlog/in_flight_last_quarter").doubleValue())
        .isGreaterThan(2 * level.at("/backlog/in_flight_first_quarter").doubleValue());
    assertThat(errors(ResultDocument.json(SampleRuns.outrun()))).isEmpty();
  }

  /// The last level meets its SLO, but 38 of its 300 users never sent a request.
  @Test
  void doesNotClaimTheSloOfALevelThatWasTooShort() {
    JsonNode document = MAPPER.readTree(ResultDocument.json(InventedResult.many()));
    assertThat(document.at("/levels/0/slo_met").booleanValue()).isTrue();
    assertThat(document.at("/levels/1").has("slo_met")).isFalse();
    assertThat(document.at("/slo/met").booleanValue()).as("by the first level").isTrue();
  }

  @Test
  void reportsExactFigures() {
    JsonNode level = MAPPER.readTree(ResultDocument.json(InventedResult.good())).at("/levels/0");
    LevelResult expected = InventedResult.good().result().levels().getFirst();
    assertThat(level.at("/ttft_ms/p95").doubleValue()).isEqualTo(118);
    assertThat(level.at("/ttft_ms/n_effective").doubleValue()).isEqualTo(7.2);
    assertThat(level.at("/output_tps").doubleValue()).isEqualTo(expected.rates().outputTps());
    assertThat(level.at("/goodput/percentile_tps").doubleValue()).isEqualTo(1612.5);
    assertThat(level.at("/load/dispersion_1s").doubleValue()).isEqualTo(1.02);
    assertThat(level.at("/requests/by_outcome/http_error").intValue()).isEqualTo(2);
    assertThat(level.at("/tokens/output_source").asString()).isEqualTo("usage");
    assertThat(level.at("/window_s").doubleValue()).isEqualTo(27.4);
    assertThat(level.at("/slo_met").booleanValue()).isTrue();
    assertThat(level.at("/bounds/0/observed_ms").doubleValue()).isEqualTo(118);
  }

  @Test
  void distinguishesRequestsAtTheServerFromThoseWaitingForTheCap() {
    ReportInput in = SampleRuns.capped();
    JsonNode level = MAPPER.readTree(ResultDocument.json(in)).at("/levels/0");
    Rates expected = in.result().levels().getFirst().rates();
    assertThat(level.get("at_server_mean").doubleValue())
        .isLessThan(level.get("concurrency_mean").doubleValue());
    assertThat(level.get("at_server_peak").longValue()).isEqualTo(expected.atServerPeak());
    assertThat(MAPPER.readTree(ResultDocument.json(InventedResult.good())).at("/levels/0"))
        .noneMatch(value -> value.has("at_server_mean"))
        .isNotEmpty();
  }

  @Test
  void reportsPlannedRateChanges() {
    LogSource log = new InventedLog(InventedLog.Shape.GOOD).open(0, 8, 0);
    LogSource staged =
        consumer ->
            log.read(entry -> consumer.accept(entry instanceof LevelStarted b ? staged(b) : entry));
    String json = ResultDocument.json(SampleRuns.of(staged, AnalysisOptions.DEFAULTS));
    assertThat(MAPPER.readTree(json).at("/levels/0/load/profile").asString()).isEqualTo("2→20/s");
    assertThat(errors(json)).isEmpty();
    String steady = ResultDocument.json(InventedResult.good());
    assertThat(MAPPER.readTree(steady).at("/levels/0/load/profile").isMissingNode()).isTrue();
  }

  private static LevelStarted staged(LevelStarted begun) {
    return new LevelStarted(
        begun.level(), begun.beginNanos(), "stages", "2→20/s", begun.targetRate(), 0, 0);
  }

  @Test
  void keepsTheDigitsOfAStampAndDropsTheNoiseOfFractions() {
    JsonNode node = new JsonObject().number("x", 61.234567).number("y", 0.1 + 0.2).node();
    assertThat(node.get("x").doubleValue()).isEqualTo(61.234567);
    assertThat(node.get("y").doubleValue()).isEqualTo(0.3);
  }

  @Test
  void omitsUndefinedValues() {
    JsonNode document = MAPPER.readTree(ResultDocument.json(SampleRuns.notStreamed()));
    JsonNode level = document.at("/levels/0");
    assertThat(document.has("slo")).isFalse();
    assertThat(level.has("ttft_ms")).isFalse();
    assertThat(level.has("tpot_ms")).isFalse();
    assertThat(level.has("goodput")).isFalse();
    assertThat(level.has("slo_met")).isFalse();
    assertThat(level.has("e2el_ms")).isTrue();
    assertThat(ResultDocument.json(SampleRuns.notStreamed())).doesNotContain("null");
  }

  @Test
  void omitsPercentilesOfTooFewRequests() {
    JsonNode ttft = MAPPER.readTree(ResultDocument.json(SampleRuns.few())).at("/levels/0/ttft_ms");
    assertThat(ttft.has("p99")).isFalse();
    assertThat(ttft.has("max")).isTrue();
  }

  private interface Change {
    Object apply(ObjectNode document);
  }

  private static String changed(Change change) {
    ObjectNode document = (ObjectNode) MAPPER.readTree(ResultDocument.json(InventedResult.good()));
    change.apply(document);
    return document.toString();
  }

  private static ObjectNode level(ObjectNode document) {
    return (ObjectNode) document.at("/levels/0");
  }

  private static ObjectNode client(ObjectNode document) {
    return (ObjectNode) document.at("/client");
  }

  private static ObjectNode ttft(ObjectNode document) {
    return (ObjectNode) document.at("/levels/0/ttft_ms");
  }

  private static ObjectNode outcomes(ObjectNode document) {
    return (ObjectNode) document.at("/levels/0/requests/by_outcome");
  }

  private static ObjectNode load(ObjectNode document) {
    return (ObjectNode) document.at("/levels/0/load");
  }

  private List<String> errors(String json) {
    return schema.validate(json, InputFormat.JSON).stream().map(Object::toString).toList();
  }
}
