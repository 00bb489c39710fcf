package dev.goodput.wire.dialect;

import dev.goodput.record.TokenCounts;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.core.JsonParser;

/// A reader of llama.cpp's own `/completion` events. `tokens_predicted` is cumulative, and the last
/// event of an answer has `stop` set. The answers to a list of prompts share one stream, and each
/// ends separately.
final class LlamaCppReader implements EventReader {
  private final Set<Integer> started = new HashSet<>();
  private final Set<Integer> ended = new HashSet<>();

  /// A busy server may process a list's prompts one by one, so that the first answer is complete
  /// before the second has started.
  @Override
  public boolean mayContinueAfterEnd() {
    return true;
  }

  @Override
  public void object(JsonParser in, Chunk chunk) {
    boolean stop = false;
    int evaluated = TokenCounts.UNKNOWN;
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "content" -> chunk.answer.append(Json.text(in));
        case "index" -> chunk.index = Math.max(0, Usage.count(in));
        case "tokens_predicted" -> chunk.countsOfChoice().output = Usage.count(in);
        case "tokens_evaluated" -> chunk.countsOfChoice().input = Usage.count(in);
        case "timings" -> evaluated = evaluated(in);
        case "stop" -> stop = Json.flag(in);
        case "error" -> chunk.error(in);
        default -> finish(name, in, chunk);
      }
    }
    cached(chunk, evaluated);
    started.add(chunk.index);
    if (stop) {
      ended.add(chunk.index);
      chunk.end = ended.size() == started.size();
    } else {
      chunk.finish = null;
    }
  }

  /// Reads the finish reason: one word now, three flags in older versions.
  private static void finish(String name, JsonParser in, Chunk chunk) {
    switch (name) {
      case "stop_type" -> chunk.ended(Json.text(in));
      case "stopped_eos" -> flag("eos", in, chunk);
      case "stopped_limit" -> flag("limit", in, chunk);
      case "stopped_word" -> flag("word", in, chunk);
      default -> in.skipChildren();
    }
  }

  private static void flag(String reason, JsonParser in, Chunk chunk) {
    if (Json.flag(in)) {
      chunk.ended(reason);
    }
  }

  private static int evaluated(JsonParser in) {
    int evaluated = TokenCounts.UNKNOWN;
    if (Json.atObject(in)) {
      for (String name = Json.member(in); name != null; name = Json.member(in)) {
        if (name.equals("prompt_n")) {
          evaluated = Usage.count(in);
        } else {
          in.skipChildren();
        }
      }
    }
    return evaluated;
  }

  /// Sets the cached tokens: the part of the prompt that was not evaluated.
  private static void cached(Chunk chunk, int evaluated) {
    Usage usage = chunk.usage;
    if (usage != null && evaluated >= 0 && usage.input >= evaluated) {
      usage.cachedInput = usage.input - evaluated;
    }
  }
}
