package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import tools.jackson.core.JsonParser;

/// A reader of a line, or a whole answer, of Ollama's chat and generate APIs.
///
/// @param in parser, positioned at the object
/// @param chunk receiver of the content
record OllamaReader(JsonParser in, Chunk chunk) {

  static void read(JsonParser in, Chunk chunk) {
    new OllamaReader(in, chunk).object();
  }

  private void object() {
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "response" -> PartReader.read(in, chunk, Channel.ANSWER);
        case "thinking" -> PartReader.read(in, chunk, Channel.REASONING);
        case "image", "images" -> chunk.media |= PartReader.media(in);
        case "message" -> message();
        case "done" -> chunk.end |= Json.flag(in);
        case "done_reason" -> chunk.ended(Json.text(in));
        case "prompt_eval_count" -> chunk.countsOfChoice().input = Usage.count(in);
        case "eval_count" -> chunk.countsOfChoice().output = Usage.count(in);
        case "error" -> chunk.error(in);
        default -> in.skipChildren();
      }
    }
  }

  private void message() {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "content", "audio" -> PartReader.read(in, chunk, Channel.ANSWER);
        case "thinking" -> PartReader.read(in, chunk, Channel.REASONING);
        case "image", "images" -> chunk.media |= PartReader.media(in);
        case "tool_calls" -> new DeltaReader(in, chunk).toolCalls();
        default -> in.skipChildren();
      }
    }
  }
}
