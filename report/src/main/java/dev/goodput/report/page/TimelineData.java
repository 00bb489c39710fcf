package dev.goodput.report.page;

import dev.goodput.metrics.portrait.LevelChartData;
import dev.goodput.metrics.portrait.LevelChartData.Row;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The request timeline, one array per field to keep it small. Starts are seconds since the level
/// began, the other stamps milliseconds since the start.
final class TimelineData {
  /// Rows on one page, over all levels.
  private static final int ROWS = 6_000;

  private TimelineData() {}

  static JsonObject of(LevelChartData portrait, LevelResult level, int levels) {
    List<Row> rows = thinned(portrait.rows(), Math.max(100, ROWS / levels));
    long all = level.totals().requests();
    long begin = portrait.beginNanos();
    JsonObject timeline =
        new JsonObject()
            .whole("requests", all)
            .flag("complete", rows.size() == all)
            .wholes("id", rows.stream().mapToLong(Row::id))
            .series(
                "start_s",
                rows.stream().map(row -> RoundedNumbers.seconds(row.startNanos() - begin)))
            .series("sent_ms", rows.stream().map(row -> since(row, row.sentNanos())))
            .series("first_ms", rows.stream().map(row -> since(row, row.firstTokenNanos())))
            .series("last_ms", rows.stream().map(row -> since(row, row.lastTokenNanos())))
            .series("ended_ms", rows.stream().map(row -> since(row, row.endedNanos())))
            .wholes("input", rows.stream().mapToLong(Row::inputTokens))
            .wholes("output", rows.stream().mapToLong(Row::outputTokens))
            .wholes("streamed", rows.stream().mapToLong(Row::streamedTokens))
            .texts("outcome", rows.stream().map(Row::outcome).toList())
            .wholes("slow", rows.stream().mapToLong(Row::slowest));
    ObjectNode statuses = timeline.node().putObject("statuses");
    ObjectNode details = timeline.node().putObject("details");
    for (Row row : rows) {
      if (row.status() != null) {
        statuses.put(Long.toString(row.id()), row.status());
      }
      if (!row.detail().isEmpty()) {
        details.put(Long.toString(row.id()), SafeText.text(row.detail()));
      }
    }
    return timeline;
  }

  private static @Nullable Double since(Row row, @Nullable Long nanos) {
    return nanos == null ? null : RoundedNumbers.millis(nanos - row.startNanos());
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
