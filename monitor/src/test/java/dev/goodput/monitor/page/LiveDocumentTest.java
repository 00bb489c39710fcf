package dev.goodput.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrendPoint;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.observe.EngineReadings;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.MetricReading;
import dev.goodput.observe.Scrape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class LiveDocumentTest {
  private static final int MAX_BYTES = 200 << 10;
  private static final JsonMapper MAPPER = new JsonMapper();
  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(LiveDocument.schema());

  private List<String> errors(JsonNode document) {
    return schema.validate(document.toString(), InputFormat.JSON).stream()
        .map(String::valueOf)
        .toList();
  }

  @Test
  void matchesItsSchemaForAnyTraffic() {
    for (LiveInput in : InventedLive.all()) {
      assertThat(errors(LiveDocument.tree(in, LiveQuery.ALL))).isEmpty();
      assertThat(errors(LiveDocument.tree(in, LiveQuery.of("/live.json?since=1795423200"))))
          .isEmpty();
    }
  }

  @Test
  void hasASchemaThatRejectsErrors() {
    for (String wrong :
        List.of(
            "{\"schema\":\"goodput.live/1\"}",
            "{\"now\":{}}",
            "{\"verdicts\":[{\"tone\":\"fine\",\"title\":\"a\",\"text\":\"b\"}]}",
            "{\"at\":12}",
            "{\"signs\":[{\"sign\":\"mood\",\"name\":\"a\"}]}",
            "{\"more\":1}")) {
      ObjectNode document = LiveDocument.tree(InventedLive.good(), LiveQuery.ALL);
      document.setAll((ObjectNode) MAPPER.readTree(wrong));
      assertThat(errors(document)).as(wrong).isNotEmpty();
    }
  }

  @Test
  void keepsItsSchemaInTheDocumentation() throws IOException {
    Path copy = Path.of("..", "docs", "live.schema.json");
    assertThat(Files.readString(copy)).isEqualTo(LiveDocument.schema());
  }

  @Test
  void staysSmallForAnyTraffic() {
    for (LiveInput in : InventedLive.all()) {
      assertThat(LiveDocument.write(in, LiveQuery.ALL).length).isLessThan(MAX_BYTES);
    }
    String full =
        new String(
            LiveDocument.write(InventedLive.crowded(), LiveQuery.ALL), StandardCharsets.UTF_8);
    assertThat(full.getBytes(StandardCharsets.UTF_8).length).isLessThan(MAX_BYTES);
    assertThat(full).contains("\"more\":180");
  }

  @Test
  void reportsTheSameFiguresAsTheTraffic() {
    LiveInput in = InventedLive.good();
    JsonNode document = LiveDocument.tree(in, LiveQuery.ALL);
    assertThat(document.at("/now/ttft_ms/p95").doubleValue()).isEqualTo(118.4);
    assertThat(document.at("/now/in_flight").longValue()).isEqualTo(21);
    assertThat(document.at("/now/waiting_for_first_token").longValue()).isEqualTo(4);
    assertThat(document.at("/gateway/started").asString()).isEqualTo("2026-11-22T06:41:12Z");
    assertThat(document.at("/slos/1/windows/1/good").longValue()).isEqualTo(732);
    assertThat(document.at("/slos/1/windows/1/attainment").doubleValue()).isEqualTo(0.976);
    assertThat(document.at("/slos/1/windows/1/burn").doubleValue()).isEqualTo(0.48);
    assertThat(document.at("/waste/causes/1/output_tokens").longValue()).isEqualTo(360_160);
    assertThat(document.at("/slowest/2/sent_ms").doubleValue()).isEqualTo(640);
    assertThat(document.at("/slowest/0/longest_gap_ms").doubleValue()).isEqualTo(400);
    assertThat(document.at("/slowest/6").has("first_token_ms")).isFalse();
  }

  @Test
  void dividesTheMeanPowerByTheOutputOfTheSameTime() {
    LiveInput in = InventedLive.powered(false);
    JsonNode energy = LiveDocument.tree(in, LiveQuery.ALL).get("energy");
    double tps = Objects.requireNonNull(in.traffic().all().fiveMinutes().rates().outputTps());
    assertThat(energy.get("mean_w").doubleValue()).isEqualTo(570);
    assertThat(energy.get("watts").doubleValue()).isEqualTo(600);
    assertThat(energy.get("tokens_per_joule").doubleValue()).isCloseTo(tps / 570, within(1e-3));
    assertThat(energy.get("joules").doubleValue()).isEqualTo(24_300_000);
    assertThat(energy.has("problem")).isFalse();
    assertThat(energy.at("/upstreams/0/unattributed_j").doubleValue()).isEqualTo(300_000);
    assertThat(LiveDocument.tree(in, LiveQuery.ALL).at("/groups/tenants/rows/0").has("energy_j"))
        .isTrue();
  }

  @Test
  void omitsTheEnergyPerTokenWhileAPowerPageIsMissing() {
    JsonNode energy = LiveDocument.tree(InventedLive.powered(true), LiveQuery.ALL).get("energy");
    assertThat(energy.has("tokens_per_joule")).isFalse();
    assertThat(energy.has("watts")).isFalse();
    assertThat(energy.get("problem").asString())
        .isEqualTo("the power of gpt-oss-20b is known for 40 % of the last five minutes");
    assertThat(energy.at("/upstreams/0/mean_w").doubleValue()).isEqualTo(190);
    assertThat(energy.at("/upstreams/2").has("mean_w")).isFalse();
  }

  @Test
  void showsTheCostOfTheLastFiveMinutes() {
    LiveInput in = InventedLive.good();
    JsonNode cost = LiveDocument.tree(in, LiveQuery.ALL).get("cost");
    TrafficCounts counts = in.traffic().all().fiveMinutes().counts();
    assertThat(cost.at("/tokens/per_million_output_tokens").doubleValue())
        .isCloseTo(1e6 * counts.money() / counts.tokens().output(), within(1e-3));
    assertThat(LiveDocument.tree(InventedLive.idle(), LiveQuery.ALL).has("cost")).isFalse();
  }

  @Test
  void deliversThePastOverSeveralDocumentsExactlyOnce() {
    LiveInput in = InventedLive.good();
    List<Double> reported = new ArrayList<>();
    List<Double> minutes = new ArrayList<>();
    LiveQuery query = LiveQuery.ALL;
    boolean more = true;
    for (int i = 0; more && i < 10; i++) {
      JsonNode trends = LiveDocument.tree(in, query).get("trends");
      column(trends.get("seconds")).forEach(reported::add);
      column(trends.get("minutes")).forEach(minutes::add);
      more = trends.get("more").booleanValue();
      query =
          new LiveQuery(
              next(trends.get("seconds"), 1, query.since()),
              next(trends.get("minutes"), 60, query.minutesSince()));
    }
    assertThat(reported).isEqualTo(drawn(in.traffic().trend().seconds()));
    assertThat(minutes).isEqualTo(drawn(in.traffic().trend().minutes()));
  }

  private static long next(JsonNode columns, long step, long before) {
    int rows = columns.get("ok_per_s").size();
    return rows == 0 ? before : columns.get("from").longValue() + rows * step;
  }

  private static Stream<Double> column(JsonNode columns) {
    return columns.get("output_tps").valueStream().map(JsonNode::doubleValue);
  }

  private static List<Double> drawn(List<TrendPoint> points) {
    return points.stream()
        .map(point -> point.output().all() / point.seconds())
        .map(value -> Math.round(value * 1e3) / 1e3)
        .map(value -> new java.math.BigDecimal(value).round(new java.math.MathContext(4)))
        .map(java.math.BigDecimal::doubleValue)
        .toList();
  }

  @Test
  void computesRatesOverTheCompletedPart() {
    JsonNode now = LiveDocument.tree(InventedLive.good(), LiveQuery.ALL).get("now");
    List<TrendPoint> seconds = InventedLive.good().traffic().trend().seconds();
    long tokens =
        seconds.subList(seconds.size() - 10, seconds.size()).stream()
            .mapToLong(point -> point.output().all())
            .sum();
    assertThat(now.get("rates_s").doubleValue()).isEqualTo(10);
    assertThat(now.get("output_tps").doubleValue()).isEqualTo(tokens / 10.0);
  }

  @Test
  void drawsTheEnginesOnTheAxisOfTheTrends() {
    JsonNode document = LiveDocument.tree(InventedLive.good(), LiveQuery.ALL);
    assertThat(document.at("/engines/seconds/from")).isEqualTo(document.at("/trends/seconds/from"));
    assertThat(document.at("/engines/seconds/running").size())
        .isEqualTo(document.at("/trends/seconds/in_flight").size());
    assertThat(document.at("/engines/seconds/running").valueStream()).allMatch(JsonNode::isNumber);
    assertThat(document.at("/engines/seconds/generation_tps/17").doubleValue()).isEqualTo(1440);
    assertThat(document.at("/engines/pages/1").has("gpu_share")).isFalse();
  }

  private static Scrape.SuccessfulScrape scrape(String page, long atNanos, double began) {
    Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
    readings.put(EngineMetric.RUNNING, new MetricReading("m", new TreeMap<>(Map.of("", 8.0))));
    return new Scrape.SuccessfulScrape(page, atNanos, 0, new EngineReadings(readings, began, 0));
  }

  @Test
  void omitsValuesOfUnavailablePages() {
    LiveInput good = InventedLive.good();
    long now = good.traffic().nowNanos();
    EngineStateTracker tracker = new EngineStateTracker(InstantSource.system());
    var _ = tracker.add("a", scrape("known", now - 2_000_000_000L, 1));
    var _ = tracker.add("a", scrape("silent", now - 20_000_000_000L, 1));
    for (double began : new double[] {100, 500, 100}) {
      var _ = tracker.add("a", scrape("shared", now - 1_000_000_000L, began));
    }
    JsonNode pages =
        LiveDocument.tree(new LiveInput(good.traffic(), tracker, good.gateway()), LiveQuery.ALL)
            .at("/engines/pages");
    assertThat(pages.valueStream().map(page -> page.get("state").asString()))
        .containsExactly("read", "stale", "several_servers");
    assertThat(pages.valueStream().map(page -> page.has("running")))
        .containsExactly(true, false, false);
    assertThat(pages.valueStream().map(page -> page.has("words")))
        .containsExactly(false, true, true);
  }

  @Test
  void reportsMissedLostAndUnknownValues() {
    JsonNode troubled = LiveDocument.tree(InventedLive.troubled(), LiveQuery.ALL);
    assertThat(troubled.get("verdicts").valueStream().map(v -> v.get("title").asString()))
        .containsExactly(
            "misses chat: 82.9 % good",
            "does not see all traffic", "2 warning signs", "meets agents: 97.6 % good");
    assertThat(troubled.at("/verdicts/1/text").asString())
        .isEqualTo(
            "12 exchanges are missing here: 182,345 are in the figures. They were forwarded all the"
                + " same; the run log is not written: no space left on device.");
    assertThat(troubled.get("cannot_know").valueStream().map(JsonNode::asString))
        .anyMatch(words -> words.startsWith("The requests of 31 connections: they got 503"))
        .anyMatch(words -> words.startsWith("The content of 7 requests: refused as malformed"))
        .anyMatch(words -> words.startsWith("The full content of 2 requests"));
    assertThat(troubled.at("/slos/1/budget/left_share").doubleValue()).isNegative();
    JsonNode idle = LiveDocument.tree(InventedLive.idle(), LiveQuery.ALL);
    assertThat(idle.get("cannot_know").valueStream().map(JsonNode::asString))
        .anyMatch(words -> words.contains("What happened more than 3.3 s ago"))
        .anyMatch(words -> words.contains("no price list"))
        .anyMatch(words -> words.contains("state of the engines"));
    LiveInput unread = InventedLive.idle();
    LiveInput noPage =
        new LiveInput(
            unread.traffic(), new EngineStateTracker(InstantSource.system()), unread.gateway());
    assertThat(
            LiveDocument.tree(noPage, LiveQuery.ALL)
                .get("cannot_know")
                .valueStream()
                .map(JsonNode::asString))
        .as("engines that are looked for and whose pages nobody named")
        .anyMatch(words -> words.contains("state of the engines"));
    assertThat(idle.has("currency")).isFalse();
    assertThat(idle.has("engines")).isFalse();
  }

  @Test
  void shortensNamesAndRemovesInvisibleCharacters() {
    String document = LiveDocument.tree(InventedLive.hostile(), LiveQuery.ALL).toString();
    assertThat(document).doesNotContain("\u202e").contains("x".repeat(119) + "…");
    assertThat(document).doesNotContain("x".repeat(121));
  }
}
