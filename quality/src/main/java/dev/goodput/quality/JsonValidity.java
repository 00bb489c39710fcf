package dev.goodput.quality;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Whether an answer is one JSON value and nothing else.
final class JsonValidity {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonValidity() {}

  static boolean holds(String answer) {
    int values = 0;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), answer)) {
      while (parser.nextToken() != null) {
        parser.getString(); // a value is only checked when it is read
        boolean ends = parser.streamReadContext().inRoot();
        values += ends ? 1 : 0;
      }
    } catch (JacksonException e) {
      return false;
    }
    return values == 1;
  }
}
