package dev.goodput.report.page;

import dev.goodput.metrics.portrait.LevelPortrait.Replay;
import dev.goodput.report.document.Fields;
import tools.jackson.databind.node.ArrayNode;

/// One answer to be typed out again: moments in milliseconds since the start.
final class ReplayData {
  /// More moments than this cannot be told apart on a screen; they are drawn in groups.
  private static final int MOMENTS = 4_000;

  private ReplayData() {}

  static Fields of(Replay replay, long answers) {
    boolean few = answers < 100;
    String worst = few ? "nobody waits longer" : "one in a hundred waits longer";
    boolean median = replay.user().equals("median");
    Fields trace =
        new Fields()
            .text("who", median ? "The median user" : few ? "The last user" : "The p99 user")
            .text("why", median ? "half of all users wait longer" : worst)
            .whole("id", replay.id())
            .number("ttft_ms", replay.ttftMs())
            .number("e2el_ms", replay.e2elMs())
            .whole("output", replay.tokens().stream().mapToLong(Integer::longValue).sum());
    ArrayNode moments = trace.node().putArray("chunks");
    ArrayNode tokens = trace.node().putArray("tokens");
    int chunks = replay.offsetsNanos().size();
    int group = Math.max(1, (chunks + MOMENTS - 1) / MOMENTS);
    int end;
    for (int at = 0; at < chunks; at = end) {
      // The first moment is the TTFT and stands alone.
      end = at == 0 ? 1 : Math.min(chunks, at + group);
      moments.add(Round.millis(replay.offsetsNanos().get(end - 1)));
      tokens.add(replay.tokens().subList(at, end).stream().mapToInt(Integer::intValue).sum());
    }
    return trace;
  }
}
