package dev.goodput.report.page;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.LevelChartData.LatencyWindow;
import dev.goodput.metrics.chart.LevelChartData.LogHistogram;
import dev.goodput.metrics.chart.LevelChartData.Percentiles;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Ratings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The latencies that are drawn, and the rows of the percentile table. Figures themselves are not
/// repeated: they are named by their place in the result document.
final class LatencyData {
  private record Band(String name, @Nullable Double below) {}

  private static final List<Band> TTFT_BANDS =
      List.of(
          new Band("instant", 100.0),
          new Band("excellent", 200.0),
          new Band("acceptable", 800.0),
          new Band("slow", 1000.0),
          new Band("poor", 2000.0),
          new Band("abandoned", null));
  private static final List<Band> TPOT_BANDS =
      List.of(
          new Band("excellent", 30.0),
          new Band("acceptable", 80.0),
          new Band("noticeable", 100.0),
          new Band("poor", 150.0),
          new Band("stutters", null));

  private LatencyData() {}

  /// How latencies feel, by the metric's name: what a chart shades.
  static JsonObject bands() {
    return new JsonObject()
        .objects("TTFT", TTFT_BANDS, LatencyData::band)
        .objects("TPOT", TPOT_BANDS, LatencyData::band);
  }

  private static JsonObject band(Band band) {
    return new JsonObject().text("name", band.name()).number("below", band.below());
  }

  /// @param full whether all are drawn over time, else only the first one
  static List<JsonObject> of(ReportInput in, LevelChartData charts, boolean full) {
    Slo slo = in.options().slo();
    List<JsonObject> drawn = new ArrayList<>();
    add(drawn, charts.ttft(), "TTFT", "ttft_ms", "requests", bound(slo, LatencyMetric.TTFT))
        .ifPresent(metric -> overTime(metric, charts, LatencyWindow::ttft));
    add(drawn, charts.tpot(), "TPOT", "tpot_ms", "requests", bound(slo, LatencyMetric.TPOT))
        .filter(_ -> full)
        .ifPresent(metric -> overTime(metric, charts, LatencyWindow::tpot));
    add(drawn, charts.e2el(), "E2EL", "e2el_ms", "requests", bound(slo, LatencyMetric.E2EL))
        .filter(_ -> full || drawn.size() == 1)
        .ifPresent(metric -> overTime(metric, charts, LatencyWindow::e2el));
    OptionalLong gap = bound(slo, LatencyMetric.CHUNK_GAP);
    add(drawn, charts.chunkGap(), "Chunk gap", "chunk_gap_ms", "gaps", gap);
    return drawn;
  }

  private static OptionalLong bound(@Nullable Slo slo, LatencyMetric metric) {
    return slo == null ? OptionalLong.empty() : slo.tightestNanos(metric);
  }

  private static Optional<JsonObject> add(
      List<JsonObject> drawn,
      LogHistogram histogram,
      String name,
      String key,
      String of,
      OptionalLong bound) {
    if (histogram.counts().isEmpty()) {
      return Optional.empty();
    }
    JsonObject metric = new JsonObject().text("name", name).text("key", key).text("of", of);
    bound.ifPresent(nanos -> metric.number("threshold", nanos / 1e6));
    metric
        .number("low", histogram.edgesMs().getFirst())
        .number("ratio", histogram.edgesMs().get(1) / histogram.edgesMs().getFirst())
        .integers("counts", histogram.counts().stream().mapToLong(Long::longValue));
    drawn.add(metric);
    return Optional.of(metric);
  }

  private static void overTime(
      JsonObject metric, LevelChartData charts, Function<LatencyWindow, Percentiles> of) {
    double seconds = charts.windowNanos() / 1e9;
    List<Percentiles> windows = charts.windows().stream().map(of).toList();
    JsonObject series = new JsonObject().text("by", Figures.span(seconds)).number("step", seconds);
    add(series, "p50", windows, Percentiles::p50Ms);
    add(series, "p95", windows, Percentiles::p95Ms);
    add(series, "p99", windows, Percentiles::p99Ms);
    metric.object("over_time", series);
  }

  // A percentile that no window has enough requests for is no line.
  private static void add(
      JsonObject series,
      String name,
      List<Percentiles> windows,
      Function<Percentiles, @Nullable Double> value) {
    if (windows.stream().map(value).anyMatch(Objects::nonNull)) {
      series.series(name, windows.stream().map(value).map(RoundedNumbers::significantOrNull));
    }
  }

  static List<JsonObject> table(LevelResult level) {
    List<JsonObject> rows = new ArrayList<>();
    rows.add(row("TTFT", "ttft_ms", "time to first token"));
    rows.add(row("TPOT", "tpot_ms", "time per output token, over requests"));
    rows.add(row("ITL", "itl_ms", "inter-token latency, over tokens"));
    rows.add(row("chunk gap", "chunk_gap_ms", "time between two chunks of a stream"));
    rows.add(row("E2EL", "e2el_ms", "end-to-end latency"));
    rows.add(row("generation", "generation_time_ms", "first token to last token"));
    rows.add(row("first answer", "first_answer_ms", "first token of the visible answer"));
    String wait = ClientText.measurer(level) + " wait";
    rows.add(row(wait, "client_wait_ms", "start to last request byte"));
    if (level.reading() != null) {
      String pace = Figures.plain(level.reading().paceTps());
      String meaning = "longest wait of a reader at " + pace + " tokens/s, over answers";
      rows.add(row("reader's stall", "reading.longest_stall_ms", meaning));
    }
    if (level.turns() != null) {
      rows.add(row("TTFT, first turn", "turns.first_ttft_ms", "first turns of sessions"));
      rows.add(row("TTFT, later turns", "turns.later_ttft_ms", "later turns of sessions"));
      rows.add(row("session", "turns.session_ms", "first start to last token of a session"));
    }
    rows.add(row("TTFT from dispatch", "from_dispatch.ttft_ms", "as most peers count"));
    rows.add(row("TTFT from sent", "service.ttft_ms", "server and network alone"));
    return rows;
  }

  /// The ratings of the rows that have one, by their name.
  static JsonObject ratings(LevelResult level) {
    JsonObject ratings = new JsonObject();
    add(ratings, "TTFT", Ratings.ttft(level));
    add(ratings, "TPOT", Ratings.tpot(level));
    add(ratings, "E2EL", Ratings.e2el(level));
    return ratings;
  }

  private static void add(JsonObject ratings, String name, @Nullable Rating rating) {
    if (rating != null) {
      ratings.object(name, rated(new JsonObject(), rating));
    }
  }

  private static JsonObject row(String name, String path, String meaning) {
    return new JsonObject().text("name", name).text("path", path).text("long", meaning);
  }

  /// Adds how a p95 feels; nothing where there is no rating.
  static JsonObject rated(JsonObject fields, @Nullable Rating rating) {
    return rating == null
        ? fields
        : fields.text("rating", rating.label()).text("state", Ratings.severity(rating).key());
  }
}
