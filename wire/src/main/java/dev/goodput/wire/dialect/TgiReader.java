package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// A reader of an event, or a whole answer, of Hugging Face TGI. There is one event per token, and
/// the last one repeats the whole text. A special token adds no text.
///
/// @param in parser, positioned at the object
/// @param chunk receiver of the content
record TgiReader(JsonParser in, Chunk chunk) {

  static void read(JsonParser in, Chunk chunk) {
    new TgiReader(in, chunk).object();
  }

  private void object() {
    boolean event = false;
    String whole = "";
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "token" -> {
          event = true;
          token();
        }
        case "generated_text" -> {
          chunk.end |= in.currentToken() == JsonToken.VALUE_STRING;
          whole = Json.text(in);
        }
        case "details" -> details(in, chunk);
        case "error" -> chunk.error(in);
        default -> in.skipChildren();
      }
    }
    if (!event) {
      chunk.answer.append(whole);
    }
  }

  private void token() {
    if (!Json.atObject(in)) {
      return;
    }
    String text = "";
    boolean special = false;
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "text" -> text = Json.text(in);
        case "special" -> special = Json.flag(in);
        default -> in.skipChildren();
      }
    }
    if (!special) {
      chunk.answer.append(text);
      chunk.tokens = 1;
    }
  }

  /// Reads the details of a finished answer.
  static void details(JsonParser in, Chunk chunk) {
    if (!Json.atObject(in)) {
      return;
    }
    for (String name = Json.member(in); name != null; name = Json.member(in)) {
      switch (name) {
        case "finish_reason" -> chunk.ended(Json.text(in));
        case "generated_tokens" -> chunk.countsOfChoice().output = Usage.count(in);
        case "input_length" -> chunk.countsOfChoice().input = Usage.count(in);
        default -> in.skipChildren();
      }
    }
  }
}
