package dev.goodput.wire.dialect;

import dev.goodput.record.FinishReason;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A reader of SGLang's own `/generate` events. `text` is the whole text so far, or its new part if
/// the server was started that way; the counts in `meta_info` are cumulative. The answers to a list
/// of prompts share one stream. Non-streamed answers of TGI, which has the same path, are read,
/// too.
final class SglangReader implements EventReader {
  private final Map<Integer, CumulativeText> texts = new HashMap<>();

  @Override
  public void object(JsonParser in, Chunk chunk) {
    String text = "";
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "text" -> text = Json.text(in);
        case "generated_text" -> chunk.answer.append(Json.text(in));
        case "index" -> chunk.index = Math.max(0, Usage.count(in));
        case "meta_info" -> meta(in, chunk);
        case "details" -> TgiReader.details(in, chunk);
        case "error" -> chunk.error(in);
        default -> in.skipChildren();
      }
    }
    CumulativeText cumulative = texts.computeIfAbsent(chunk.index, _ -> new CumulativeText());
    chunk.answer.append(cumulative.added(text));
  }

  private static void meta(JsonParser in, Chunk chunk) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "prompt_tokens" -> chunk.countsOfChoice().input = Usage.count(in);
        case "completion_tokens" -> chunk.countsOfChoice().output = Usage.count(in);
        case "cached_tokens" -> chunk.countsOfChoice().cachedInput = Usage.count(in);
        case "finish_reason" -> finish(in, chunk);
        default -> in.skipChildren();
      }
    }
  }

  /// Reads the finish reason: a word, or an object with its type. A failure has a message next to
  /// its type.
  private static void finish(JsonParser in, Chunk chunk) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      chunk.ended(Json.text(in));
      return;
    }
    String type = "";
    String message = "";
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "type" -> type = Json.text(in);
        case "message" -> message = ErrorText.scalar(in);
        default -> in.skipChildren();
      }
    }
    chunk.ended(type);
    if (!message.isEmpty() && FinishReason.meansFailure(type)) {
      chunk.error = message;
    }
  }

  /// Finds the new part of each text of a stream. The texts are either all cumulative or all
  /// incremental, and the stream does not state which. A wrong guess that is never corrected would
  /// make the token count quadratic.
  ///
  /// A text that starts with the previous one is cumulative; trailing replacement characters may
  /// have been corrected. Any other text shows that the texts are incremental, unless it repeats
  /// most of the previous text: then the server rewrote the end.
  private static final class CumulativeText {
    private static final String REPLACEMENT = String.valueOf(JsonText.REPLACEMENT);

    private String previous = "";
    private boolean hasGrown;
    private boolean incremental;

    /// Returns the new part of the next text.
    String added(String text) {
      if (incremental || text.isEmpty()) {
        return text;
      }
      int common = common(text);
      boolean whole = common == stable() || (hasGrown && 2 * common >= previous.length());
      if (!whole) {
        incremental = true;
        return text;
      }
      hasGrown |= common > 0 && text.length() > common;
      previous = text;
      return text.substring(common);
    }

    /// Returns the length of the previous text without its trailing replacement characters.
    private int stable() {
      int end = previous.length();
      while (previous.startsWith(REPLACEMENT, end - 1)) {
        end--;
      }
      return end;
    }

    /// Returns the length of the prefix that a text has in common with the stable part of the
    /// previous one.
    private int common(String text) {
      int most = Math.min(stable(), text.length());
      int at = text.regionMatches(0, previous, 0, most) ? most : 0;
      while (at < most && text.charAt(at) == previous.charAt(at)) {
        at++;
      }
      return at;
    }
  }
}
