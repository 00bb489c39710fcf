package dev.goodput.wire.dialect;

import dev.goodput.record.TokenCounts;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/// Anthropic Messages. Counts are cumulative and come in parts: the prompt's at the begin, in three
/// kinds that add up, and perhaps again; the output's at the end. (What the begin says of the
/// output is a first estimate, and of an answer that is cut it would be far too low.)
final class MessagesReading implements Reading {
  private int fresh = TokenCounts.UNKNOWN;
  private int cacheWritten = TokenCounts.UNKNOWN;
  private int cacheRead = TokenCounts.UNKNOWN;

  @Override
  public void object(JsonParser in, Chunk chunk) {
    Block block = null;
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "type" -> chunk.type(Json.text(in));
        case "delta", "content_block" -> block = Block.read(in);
        case "message" -> begin(in, chunk);
        case "usage" -> usage(in, chunk, true);
        case "content" -> content(in, chunk);
        case "stop_reason" -> finish(Json.text(in), chunk);
        case "error" -> chunk.error(in);
        default -> in.skipChildren();
      }
    }
    told(chunk, block);
  }

  private static void told(Chunk chunk, @Nullable Block block) {
    switch (chunk.type) {
      case "content_block_start", "content_block_delta" -> {
        if (block != null) {
          block.tell(chunk);
        }
      }
      case "message_delta" -> finish(block == null ? "" : block.stopReason, chunk);
      case "message_stop" -> chunk.end = true;
      case "error" -> chunk.failed = true;
      default -> {
        // Pings, the ends of blocks, and what is not known yet.
      }
    }
  }

  private static void finish(String reason, Chunk chunk) {
    chunk.finish = reason.isEmpty() ? chunk.finish : reason;
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

  private static void content(JsonParser in, Chunk chunk) {
    if (Json.atArray(in)) {
      while (Json.nextObject(in)) {
        Block.read(in).tell(chunk);
      }
    }
  }

  private void usage(JsonParser in, Chunk chunk, boolean output) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      int count = Usage.count(in);
      switch (name) {
        case "input_tokens" -> fresh = later(fresh, count);
        case "cache_creation_input_tokens" -> cacheWritten = later(cacheWritten, count);
        case "cache_read_input_tokens" -> cacheRead = later(cacheRead, count);
        case "output_tokens" -> chunk.counted().output = output ? count : TokenCounts.UNKNOWN;
        default -> {
          // Other counts say nothing that is measured.
        }
      }
    }
    Usage usage = chunk.counted();
    usage.input = fresh < 0 ? fresh : sum(sum(fresh, cacheWritten), cacheRead);
    usage.cachedInput = cacheRead;
  }

  private static int later(int before, int count) {
    return count >= 0 ? count : before;
  }

  private static int sum(int one, int other) {
    return (int) Math.min(Integer.MAX_VALUE, (long) one + Math.max(0, other));
  }

  /// A block of content, or a change to one.
  private static final class Block {
    private final Chunk said = new Chunk("");
    private String type = "";
    private String name = "";
    String stopReason = "";

    static Block read(JsonParser in) {
      Block block = new Block();
      if (Json.atObject(in)) {
        for (String name = Json.member(in); name != null; name = Json.member(in)) {
          block.member(name, in);
        }
      }
      return block;
    }

    private void member(String member, JsonParser in) {
      switch (member) {
        case "type" -> type = Json.text(in);
        case "text" -> said.answer.append(Json.text(in));
        case "thinking" -> said.reasoning.append(Json.text(in));
        case "partial_json" -> said.toolCall.append(Json.text(in));
        case "name" -> name = Json.text(in);
        case "stop_reason" -> stopReason = Json.text(in);
        default -> in.skipChildren();
      }
    }

    void tell(Chunk chunk) {
      switch (type) {
        case "text", "text_delta" -> chunk.answer.append(said.answer);
        case "thinking", "thinking_delta" -> chunk.reasoning.append(said.reasoning);
        case "input_json_delta" -> chunk.toolCall.append(said.toolCall);
        case "tool_use", "server_tool_use", "mcp_tool_use" -> chunk.toolCall.append(name);
        default -> {
          // Signatures, citations, results of tools: nothing that was generated to be read.
        }
      }
    }
  }
}
