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
}
