package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;

/// Reads a line, or a whole answer, of Ollama's chat and generate.
///
/// @param in stands on the object
/// @param chunk takes what it says
record OllamaReader(JsonParser in, Chunk chunk) {

  static void read(JsonParser in, Chunk chunk) {
    new OllamaReader(in, chunk).object();
  }

  private void object() {
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "response" -> chunk.answer.append(Json.text(in));
        case "thinking" -> chunk.reasoning.append(Json.text(in));
        case "message" -> message();
        case "done" -> chunk.end |= Json.flag(in);
        case "done_reason" -> finish();
        case "prompt_eval_count" -> chunk.counted().input = Usage.count(in);
        case "eval_count" -> chunk.counted().output = Usage.count(in);
        case "error" -> chunk.error(in);
        default -> in.skipChildren();
      }
    }
  }

  private void finish() {
    String reason = Json.text(in);
    chunk.finish = reason.isEmpty() ? chunk.finish : reason;
  }

  private void message() {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "content" -> chunk.answer.append(Json.text(in));
        case "thinking" -> chunk.reasoning.append(Json.text(in));
        case "tool_calls" -> new DeltaReader(in, chunk).toolCalls();
        default -> in.skipChildren();
      }
    }
  }
}
