package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// A reader of any event or whole answer of the OpenAI family, using a full JSON parser.
record ChunkReader(JsonParser in, Chunk chunk) {

  static void read(JsonParser in, Chunk chunk) {
    new ChunkReader(in, chunk).object();
  }

  private boolean next() {
    return in.nextToken() == JsonToken.PROPERTY_NAME;
  }

  private void object() {
    String message = "";
    boolean wrong = false;
    while (next()) {
      String name = in.currentName();
      in.nextToken();
      switch (name) {
        case "choices" -> choices();
        case "error" -> chunk.error(in);
        case "usage" -> usage();
        case "x_groq" -> groq();
        case "object", "type" -> wrong |= "error".equals(in.getValueAsString());
        case "message" -> message = ErrorText.scalar(in);
        default -> in.skipChildren();
      }
    }
    if (wrong && chunk.error == null) {
      chunk.error = message.isEmpty() ? "error" : message;
    }
  }

  private void usage() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    Usage found = new Usage();
    found.read(in);
    if (!found.isEmpty()) {
      chunk.usage = found;
    }
  }

  private void groq() {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return;
    }
    while (next()) {
      boolean usage = in.currentName().equals("usage");
      in.nextToken();
      if (usage) {
        usage();
      } else {
        in.skipChildren();
      }
    }
  }

  private void choices() {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        chunk.choices++;
        choice();
      } else {
        in.skipChildren();
      }
    }
  }

  private void choice() {
    int before = chunk.answer.length();
    Chunk text = new Chunk("");
    while (next()) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      switch (name) {
        case "delta", "message" -> new DeltaReader(in, chunk).read();
        case "text" -> PartReader.read(in, text, Channel.ANSWER);
        case "error" -> chunk.error(in);
        case "usage" -> usage();
        case "index" -> {
          if (value == JsonToken.VALUE_NUMBER_INT && in.getNumberType() == NumberType.INT) {
            chunk.index = in.getIntValue();
          }
          in.skipChildren();
        }
        // Some servers send an empty string instead of null until the answer ends.
        case "finish_reason" -> chunk.ended(Json.text(in));
        default -> in.skipChildren();
      }
    }
    // A choice may contain the same text twice, in its delta and next to it; it counts once.
    if (chunk.answer.length() == before) {
      chunk.answer.append(text.answer);
    }
  }
}
