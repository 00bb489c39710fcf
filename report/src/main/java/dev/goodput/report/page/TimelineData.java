package dev.goodput.report.page;

import dev.goodput.metrics.portrait.LevelChartData;
import dev.goodput.metrics.portrait.LevelChartData.Row;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.words.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
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
    JsonObject timeline =
        new JsonObject().whole("requests", all).flag("complete", rows.size() == all);
    ObjectNode node = timeline.node();
    long begin = portrait.beginNanos();
    ArrayNode id = node.putArray("id");
    ArrayNode start = node.putArray("start_s");
    ArrayNode sent = node.putArray("sent_ms");
    ArrayNode first = node.putArray("first_ms");
    ArrayNode last = node.putArray("last_ms");
    ArrayNode ended = node.putArray("ended_ms");
    ArrayNode input = node.putArray("input");
    ArrayNode output = node.putArray("output");
    ArrayNode streamed = node.putArray("streamed");
    ArrayNode outcome = node.putArray("outcome");
    ArrayNode slow = node.putArray("slow");
    ObjectNode statuses = node.putObject("statuses");
    ObjectNode details = node.putObject("details");
    for (Row row : rows) {
      id.add(row.id());
      start.add(RoundedNumbers.seconds(row.startNanos() - begin));
      since(row, row.sentNanos(), sent);
      since(row, row.firstTokenNanos(), first);
      since(row, row.lastTokenNanos(), last);
      since(row, row.endedNanos(), ended);
      input.add(row.inputTokens());
      output.add(row.outputTokens());
      streamed.add(row.streamedTokens());
      outcome.add(row.outcome());
      slow.add(row.slowest());
      if (row.status() != null) {
        statuses.put(Long.toString(row.id()), row.status());
      }
      if (!row.detail().isEmpty()) {
        details.put(Long.toString(row.id()), SafeText.text(row.detail()));
      }
    }
    return timeline;
  }

  private static void since(Row row, @Nullable Long nanos, ArrayNode array) {
    if (nanos == null) {
      array.addNull();
    } else {
      array.add(RoundedNumbers.millis(nanos - row.startNanos()));
    }
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
