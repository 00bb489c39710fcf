package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads the `delta` or `message` of a choice.
record DeltaReader(JsonParser in, Chunk chunk) {

  void read() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    StringBuilder firstSpelling = new StringBuilder();
    StringBuilder secondSpelling = new StringBuilder();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "content" -> text(in, chunk.answer);
        case "reasoning_content" -> text(in, firstSpelling);
        case "reasoning" -> text(in, secondSpelling);
        case "refusal" -> text(in, chunk.refusal);
        case "tool_calls" -> toolCalls();
        case "function_call" -> function();
        default -> in.skipChildren();
      }
    }
    // Both spellings may carry the same text: it counts once.
    chunk.reasoning.append(firstSpelling.isEmpty() ? secondSpelling : firstSpelling);
  }

  /// A string, or an array of parts with a `text` each.
  static void text(JsonParser in, StringBuilder into) {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      into.append(in.getString());
    } else if (in.currentToken() == JsonToken.START_ARRAY) {
      while (in.nextToken() != JsonToken.END_ARRAY) {
        part(in, into);
      }
    } else {
      in.skipChildren();
    }
  }

  private static void part(JsonParser in, StringBuilder into) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean text = in.currentName().equals("text");
      if (in.nextToken() == JsonToken.VALUE_STRING && text) {
        into.append(in.getString());
      } else {
        in.skipChildren();
      }
    }
  }

  void toolCalls() {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        in.skipChildren();
        continue;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean function = in.currentName().equals("function");
        in.nextToken();
        if (function) {
          function();
        } else {
          in.skipChildren();
        }
      }
    }
  }

  /// A name or a piece of the arguments is content; an id alone is not.
  private void function() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      if (in.nextToken() == JsonToken.VALUE_STRING
          && (name.equals("name") || name.equals("arguments"))) {
        chunk.toolCall.append(in.getString());
      } else {
        in.skipChildren();
      }
    }
  }
}
