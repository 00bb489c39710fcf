package dev.goodput.report.page;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.LevelChartData.Row;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The request timeline, one array per field to keep it small, and an object by id for what few
/// requests have. Starts are seconds since the level began, the other stamps milliseconds since the
/// start.
final class TimelineData {
  /// Rows on one page, over all levels that are drawn in full.
  private static final int ROWS = 6_000;

  /// Failures of a level that is drawn in outline, which has no other row.
  private static final int OUTLINE = 30;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private TimelineData() {}

  /// @param full whether the level is drawn in full, else in outline
  static JsonObject of(LevelChartData charts, LevelResult level, int levels, boolean full) {
    List<Row> rows =
        full
            ? thinned(charts.rows(), Math.max(100, ROWS / levels))
            : charts.rows().stream()
                .filter(row -> !row.outcome().equals("ok"))
                .limit(OUTLINE)
                .toList();
    long all = level.totals().requests();
    long begin = charts.beginNanos();
    JsonObject timeline =
        new JsonObject()
            .whole("requests", all)
            .flag("drawn", full)
            .flag("complete", rows.size() == all)
            .integers("id", rows.stream().mapToLong(Row::id))
            .series(
                "start_s",
                rows.stream().map(row -> RoundedNumbers.seconds(row.startNanos() - begin)))
            .series("sent_ms", rows.stream().map(row -> since(row, row.sentNanos())))
            .series("first_ms", rows.stream().map(row -> since(row, row.firstTokenNanos())))
            .series("last_ms", rows.stream().map(row -> since(row, row.lastTokenNanos())))
            .integers("input", rows.stream().mapToLong(Row::inputTokens))
            .integers("output", rows.stream().mapToLong(Row::outputTokens));
    some(timeline, "ended_ms", rows, TimelineData::ended);
    some(timeline, "streamed", rows, TimelineData::streamed);
    some(timeline, "slow", rows, row -> row.slowest() > 0 ? JSON.numberNode(row.slowest()) : null);
    some(timeline, "outcomes", rows, row -> text(row.outcome().equals("ok") ? "" : row.outcome()));
    some(timeline, "statuses", rows, TimelineData::status);
    some(timeline, "details", rows, row -> text(SafeText.text(row.detail())));
    return timeline;
  }

  /// Adds an object by id of what some of the rows have.
  private static void some(
      JsonObject timeline, String name, List<Row> rows, Function<Row, @Nullable JsonNode> value) {
    ObjectNode some = timeline.node().putObject(name);
    for (Row row : rows) {
      JsonNode found = value.apply(row);
      if (found != null) {
        some.set(Long.toString(row.id()), found);
      }
    }
  }

  // Most end with their last token.
  private static @Nullable JsonNode ended(Row row) {
    return row.endedNanos() == null || row.endedNanos().equals(row.lastTokenNanos())
        ? null
        : JSON.numberNode(since(row, row.endedNanos()));
  }

  private static @Nullable JsonNode streamed(Row row) {
    return row.streamedTokens() == row.outputTokens()
        ? null
        : JSON.numberNode(row.streamedTokens());
  }

  private static @Nullable JsonNode status(Row row) {
    return row.status() == null ? null : JSON.numberNode(row.status());
  }

  private static @Nullable JsonNode text(String text) {
    return text.isEmpty() ? null : JSON.stringNode(text);
  }

  private static @Nullable Double since(Row row, @Nullable Long nanos) {
    return nanos == null ? null : RoundedNumbers.significant((nanos - row.startNanos()) / 1e6);
  }

  // Every n-th row, and all that are named.
  private static List<Row> thinned(List<Row> rows, int most) {
    if (rows.size() <= most) {
      return rows;
    }
    int step = (rows.size() + most - 1) / most;
    List<Row> kept = new ArrayList<>();
    for (int at = 0; at < rows.size(); at++) {
      if (at % step == 0 || rows.get(at).slowest() > 0) {
        kept.add(rows.get(at));
      }
    }
    return kept;
  }
}
