package dev.goodput.report.page;

import dev.goodput.metrics.portrait.LevelChartData.Replay;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.model.JsonObject;
import tools.jackson.databind.node.ArrayNode;

/// One answer to be typed out again: moments in milliseconds since the start.
final class ReplayData {
  private ReplayData() {}

  static JsonObject of(Replay replay, LevelResult level) {
    boolean few = level.requests().ok() < 100;
    String log = level.lost() ? " in the log" : level.allAnswered() ? "" : " who got an answer";
    String worst = (few ? "nobody" : "one in a hundred") + log + " waits longer";
    boolean median = replay.user().equals("median");
    JsonObject trace =
        new JsonObject()
            .text("who", median ? "The median user" : few ? "The last user" : "The p99 user")
            .text("why", median ? "half of all users" + log + " wait longer" : worst)
            .whole("id", replay.id())
            .number("ttft_ms", replay.ttftMs())
            .number("e2el_ms", replay.e2elMs())
            .whole("output", replay.tokens().stream().mapToLong(Integer::longValue).sum());
    ArrayNode moments = trace.node().putArray("chunks");
    replay.offsetsNanos().forEach(nanos -> moments.add(RoundedNumbers.millis(nanos)));
    ArrayNode tokens = trace.node().putArray("tokens");
    replay.tokens().forEach(tokens::add);
    return trace;
  }
}
