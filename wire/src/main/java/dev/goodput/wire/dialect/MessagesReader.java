package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import dev.goodput.record.TokenCounts;
import tools.jackson.core.JsonParser;

/// A reader of Anthropic Messages events. All token counts are cumulative. The first event has the
/// prompt's tokens, in three counts to be added up; later events may repeat them. The last event
/// has the output's tokens. The output count of the first event is not used: it is an initial
/// estimate, far too low for an answer that is cut.
final class MessagesReader implements EventReader {
  private int uncached = TokenCounts.UNKNOWN;
  private int cacheWritten = TokenCounts.UNKNOWN;
  private int cacheRead = TokenCounts.UNKNOWN;

  /// Whether the server reports for how long its cache keeps what was written.
  private boolean lifetimes;

  @Override
  public void object(JsonParser in, Chunk chunk) {
    Chunk block = new Chunk("");
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "type" -> chunk.type(Json.text(in));
        case "delta", "content_block" -> PartReader.read(in, block, Channel.ANSWER);
        case "message" -> begin(in, chunk);
        case "usage" -> usage(in, chunk, true);
        case "content" -> PartReader.read(in, chunk, Channel.ANSWER);
        case "stop_reason" -> chunk.ended(Json.text(in));
        case "error" -> chunk.error(in);
        default -> in.skipChildren();
      }
    }
    apply(chunk, block);
  }

  private static void apply(Chunk chunk, Chunk block) {
    switch (chunk.type) {
      case "content_block_start", "content_block_delta" -> chunk.addContent(block);
      case "message_delta" -> chunk.ended(block.finish == null ? "" : block.finish);
      case "message_stop" -> chunk.end = true;
      case "error" -> chunk.failed = true;
      default -> {
        // Pings, the ends of blocks, and unknown events.
      }
    }
  }

  private void begin(JsonParser in, Chunk chunk) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      if (name.equals("usage")) {
        usage(in, chunk, false);
      } else {
        in.skipChildren();
      }
    }
  }

  private void usage(JsonParser in, Chunk chunk, boolean output) {
    if (!Json.atObject(in)) {
      return;
    }
    Usage usage = chunk.countsOfChoice();
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      if (name.equals("cache_creation")) {
        lifetimes |= written(in, usage);
        continue;
      }
      int count = Usage.count(in);
      switch (name) {
        case "input_tokens" -> uncached = known(uncached, count);
        case "cache_creation_input_tokens" -> cacheWritten = known(cacheWritten, count);
        case "cache_read_input_tokens" -> cacheRead = known(cacheRead, count);
        case "output_tokens" -> usage.output = output ? count : TokenCounts.UNKNOWN;
        default -> {
          // Other counts are not used.
        }
      }
    }
    usage.input = uncached < 0 ? uncached : sum(sum(uncached, cacheWritten), cacheRead);
    usage.cachedInput = cacheRead;
    if (!lifetimes) {
      usage.cacheWrite5m = cacheWritten;
    }
  }

  /// Reads how much was written for how long; returns whether the server reports it.
  private static boolean written(JsonParser in, Usage usage) {
    if (!Json.atObject(in)) {
      return false;
    }
    boolean any = false;
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      int count = Usage.count(in);
      switch (name) {
        case "ephemeral_5m_input_tokens" -> usage.cacheWrite5m = count;
        case "ephemeral_1h_input_tokens" -> usage.cacheWrite1h = count;
        default -> {
          // Other lifetimes are not known.
        }
      }
      any |= usage.cacheWrite5m >= 0 || usage.cacheWrite1h >= 0;
    }
    return any;
  }

  private static int known(int before, int count) {
    return count >= 0 ? count : before;
  }

  private static int sum(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one + Math.max(0, other));
  }
}
