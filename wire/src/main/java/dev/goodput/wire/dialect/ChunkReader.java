package dev.goodput.wire.dialect;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// Reads any event or whole answer of the OpenAI family with a real JSON parser.
final class ChunkReader {
  private final JsonParser in;
  private final Chunk chunk = new Chunk();

  private ChunkReader(JsonParser in) {
    this.in = in;
  }

  /// Reads an object, or an array of them as one.
  ///
  /// @throws tools.jackson.core.JacksonException where it is no JSON
  /// @throws NotAnAnswerException where it is JSON of another kind
  static Chunk read(byte[] bytes, int from, int to) {
    try (JsonParser in = Json.parser(bytes, from, to)) {
      ChunkReader reader = new ChunkReader(in);
      reader.top();
      return reader.chunk;
    }
  }

  /// JSON, but neither an object nor an array of objects.
  static final class NotAnAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAnAnswerException(String message) {
      super(message, null, false, false);
    }
  }

  private void top() {
    JsonToken first = in.nextToken();
    if (first == JsonToken.START_ARRAY) {
      while (in.nextToken() == JsonToken.START_OBJECT) {
        object();
      }
      expect(in.currentToken() == JsonToken.END_ARRAY);
    } else {
      expect(first == JsonToken.START_OBJECT);
      object();
    }
    expect(in.nextToken() == null);
  }

  private static void expect(boolean holds) {
    if (!holds) {
      throw new NotAnAnswerException("expected one JSON object");
    }
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
        case "error" -> error();
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

  private void error() {
    String found = ErrorText.read(in);
    if (!found.isEmpty()) {
      chunk.error = found;
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
    StringBuilder text = new StringBuilder();
    while (next()) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      switch (name) {
        case "delta", "message" -> new DeltaReader(in, chunk).read();
        case "text" -> DeltaReader.text(in, text);
        case "error" -> error();
        case "usage" -> usage();
        case "index" -> {
          if (value == JsonToken.VALUE_NUMBER_INT && in.getNumberType() == NumberType.INT) {
            chunk.index = in.getIntValue();
          }
          in.skipChildren();
        }
        case "finish_reason" -> finish();
        default -> in.skipChildren();
      }
    }
    // A choice may carry the same text twice, beside its delta and in it: it counts once.
    if (chunk.answer.length() == before) {
      chunk.answer.append(text);
    }
  }

  private void finish() {
    if (in.currentToken() == JsonToken.VALUE_STRING) {
      chunk.finish = in.getString();
      if (chunk.finish.equals("error") && chunk.error == null) {
        chunk.error = "finish_reason \"error\"";
      }
    }
    in.skipChildren();
  }
}
