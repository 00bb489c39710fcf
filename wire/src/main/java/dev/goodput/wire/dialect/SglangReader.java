package dev.goodput.wire.dialect;

import dev.goodput.record.FinishReason;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The meaning of SGLang's own `/generate` events. `text` is the whole text so far, or its new part
/// if the server was started that way; the counts in `meta_info` are cumulative. A list of prompts
/// is answered in one stream. A non-streamed answer of TGI, which has the same path, is understood,
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
    CumulativeText grown = texts.computeIfAbsent(chunk.index, _ -> new CumulativeText());
    chunk.answer.append(grown.added(text));
  }

  private static void meta(JsonParser in, Chunk chunk) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "prompt_tokens" -> chunk.counted().input = Usage.count(in);
        case "completion_tokens" -> chunk.counted().output = Usage.count(in);
        case "cached_tokens" -> chunk.counted().cachedInput = Usage.count(in);
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

  /// A difference between successive texts, each of which is either the whole text so far or only
  /// the new part. The stream does not state which. A wrong guess that is never corrected would
  /// make the token count quadratic.
  ///
  /// A text that starts with the previous one is the whole text so far; trailing replacement
  /// characters may have been corrected. Any other text shows that the texts are parts, unless most
  /// of the previous text is still there: then its end was rewritten.
  private static final class CumulativeText {
    private static final String REPLACEMENT = String.valueOf(JsonText.REPLACEMENT);

    private String before = "";
    private boolean grew;
    private boolean pieces;

    /// Returns the new part of the next text.
    String added(String text) {
      if (pieces || text.isEmpty()) {
        return text;
      }
      int same = same(text);
      boolean whole = same == settled() || (grew && 2 * same >= before.length());
      if (!whole) {
        pieces = true;
        return text;
      }
      grew |= same > 0 && text.length() > same;
      before = text;
      return text.substring(same);
    }

    /// Returns the length of the previous text that cannot change any more.
    private int settled() {
      int end = before.length();
      while (before.startsWith(REPLACEMENT, end - 1)) {
        end--;
      }
      return end;
    }

    /// Returns the length of the common prefix with the unchangeable part of the previous text.
    private int same(String text) {
      int most = Math.min(settled(), text.length());
      int at = text.regionMatches(0, before, 0, most) ? most : 0;
      while (at < most && text.charAt(at) == before.charAt(at)) {
        at++;
      }
      return at;
    }
  }
}
