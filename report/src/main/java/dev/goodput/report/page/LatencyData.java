package dev.goodput.report.page;

import dev.goodput.metrics.portrait.LevelChartData;
import dev.goodput.metrics.portrait.LevelChartData.LogHistogram;
import dev.goodput.metrics.portrait.LevelChartData.Slice;
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
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
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

  static List<JsonObject> of(ReportInput in, LevelResult level) {
    List<JsonObject> drawn = new ArrayList<>();
    for (LevelChartData portrait : in.portrait().levels()) {
      if (portrait.level() == level.level()) {
        addAll(drawn, portrait, in.options().slo());
      }
    }
    return drawn;
  }

  private static void addAll(List<JsonObject> drawn, LevelChartData portrait, @Nullable Slo slo) {
    add(drawn, portrait.ttft(), "TTFT", "ttft_ms", "requests", bound(slo, LatencyMetric.TTFT));
    decorate(
        drawn, "TTFT", TTFT_BANDS, portrait, Slice::ttftP50Ms, Slice::ttftP95Ms, Slice::ttftP99Ms);
    add(drawn, portrait.tpot(), "TPOT", "tpot_ms", "requests", bound(slo, LatencyMetric.TPOT));
    decorate(
        drawn, "TPOT", TPOT_BANDS, portrait, Slice::tpotP50Ms, Slice::tpotP95Ms, Slice::tpotP99Ms);
    add(drawn, portrait.e2el(), "E2EL", "e2el_ms", "requests", bound(slo, LatencyMetric.E2EL));
    decorate(
        drawn, "E2EL", List.of(), portrait, Slice::e2elP50Ms, Slice::e2elP95Ms, Slice::e2elP99Ms);
    add(
        drawn,
        portrait.chunkGap(),
        "Chunk gap",
        "chunk_gap_ms",
        "gaps",
        bound(slo, LatencyMetric.CHUNK_GAP));
  }

  private static OptionalLong bound(@Nullable Slo slo, LatencyMetric metric) {
    return slo == null ? OptionalLong.empty() : slo.tightestNanos(metric);
  }

  private static void add(
      List<JsonObject> drawn,
      LogHistogram histogram,
      String name,
      String key,
      String of,
      OptionalLong bound) {
    if (histogram.counts().isEmpty()) {
      return;
    }
    JsonObject metric = new JsonObject().text("name", name).text("key", key).text("of", of);
    bound.ifPresent(nanos -> metric.number("threshold", nanos / 1e6));
    metric
        .series("edges", histogram.edgesMs().stream().map(RoundedNumbers::significant))
        .wholes("counts", histogram.counts().stream().mapToLong(Long::longValue));
    drawn.add(metric);
  }

  private static void decorate(
      List<JsonObject> drawn,
      String name,
      List<Band> bands,
      LevelChartData portrait,
      Function<Slice, @Nullable Double> p50,
      Function<Slice, @Nullable Double> p95,
      Function<Slice, @Nullable Double> p99) {
    if (drawn.isEmpty() || !drawn.getLast().node().path("name").asString().equals(name)) {
      return;
    }
    JsonObject metric = drawn.getLast();
    metric.objects(
        "bands",
        bands,
        band -> new JsonObject().text("name", band.name()).number("below", band.below()));
    double seconds = portrait.sliceNanos() / 1e9;
    List<Slice> slices = portrait.slices();
    JsonObject series =
        new JsonObject()
            .text("by", Figures.span(seconds))
            .series(
                "seconds",
                IntStream.range(0, slices.size())
                    .mapToObj(slice ->
                        RoundedNumbers.significant((slice + 0.5) * portrait.sliceNanos() / 1e9)))
            .series("p50", slices.stream().map(p50).map(RoundedNumbers::significantOrNull))
            .series("p95", slices.stream().map(p95).map(RoundedNumbers::significantOrNull))
            .series("p99", slices.stream().map(p99).map(RoundedNumbers::significantOrNull));
    metric.object("over_time", series);
  }

  static List<JsonObject> table(LevelResult level) {
    List<JsonObject> rows = new ArrayList<>();
    rows.add(row("TTFT", "ttft_ms", "time to first token", Ratings.ttft(level)));
    rows.add(row("TPOT", "tpot_ms", "time per output token, over requests", Ratings.tpot(level)));
    rows.add(row("ITL", "itl_ms", "inter-token latency, over tokens", null));
    rows.add(row("chunk gap", "chunk_gap_ms", "gap between two pieces of text", null));
    rows.add(row("E2EL", "e2el_ms", "end-to-end latency", Ratings.e2el(level)));
    rows.add(row("generation", "generation_time_ms", "first token to last token", null));
    rows.add(row("first answer", "first_answer_ms", "first token of the visible answer", null));
    String wait = ClientText.who(level) + " wait";
    rows.add(row(wait, "client_wait_ms", "start to last request byte", null));
    if (level.reading() != null) {
      String pace = Figures.plain(level.reading().paceTps());
      String meaning = "longest wait of a reader at " + pace + " tokens/s, over answers";
      rows.add(row("reader's stall", "reading.longest_stall_ms", meaning, null));
    }
    if (level.turns() != null) {
      rows.add(row("TTFT, first turn", "turns.first_ttft_ms", "first turns of sessions", null));
      rows.add(row("TTFT, later turns", "turns.later_ttft_ms", "later turns of sessions", null));
      rows.add(row("session", "turns.session_ms", "first start to last token of a session", null));
    }
    rows.add(row("TTFT from dispatch", "from_dispatch.ttft_ms", "as most peers count", null));
    rows.add(row("TTFT from sent", "service.ttft_ms", "server and network alone", null));
    return rows;
  }

  private static JsonObject row(String name, String path, String meaning, @Nullable Rating rating) {
    return rated(
        new JsonObject().text("name", name).text("path", path).text("long", meaning), rating);
  }

  /// Adds how a p95 feels; nothing where there is no rating.
  static JsonObject rated(JsonObject fields, @Nullable Rating rating) {
    return rating == null
        ? fields
        : fields.text("rating", rating.word()).text("state", Ratings.tone(rating).word());
  }
}
