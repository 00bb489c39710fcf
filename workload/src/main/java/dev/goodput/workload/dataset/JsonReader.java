package dev.goodput.workload.dataset;

import dev.goodput.record.words.JsonErrorText;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// A reader of a user's JSON values, one after another, that reports where they are wrong.
final class JsonReader implements AutoCloseable {
  private final TextFile file;
  private final JsonParser parser;
  private final long linesBefore;

  private JsonReader(TextFile file, JsonParser parser, long linesBefore) {
    this.file = file;
    this.parser = parser;
    this.linesBefore = linesBefore;
  }

  /// Reads one line of a file.
  static Json line(TextFile file, String line, long number) {
    JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), line);
    try (JsonReader reader = new JsonReader(file, parser, number - 1)) {
      Json value = reader.whole();
      if (value == null) {
        throw file.malformed(number, "the line must hold a JSON object, found nothing");
      }
      return value;
    }
  }

  /// Returns a reader of the elements of an array that is a whole file.
  static JsonReader elements(TextFile file, InputStream in) {
    JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in);
    JsonReader reader = new JsonReader(file, parser, 0);
    reader.advance();
    return reader;
  }

  /// Returns the array's next element, null at its end.
  @Nullable Json element() {
    JsonToken token = advance();
    if (token == JsonToken.END_ARRAY) {
      return null;
    }
    return value(token);
  }

  private @Nullable Json whole() {
    JsonToken token = advance();
    if (token == null) {
      return null;
    }
    Json value = value(token);
    if (advance() != null) {
      throw file.malformed(lineNumber(), "only one JSON value is allowed on a line");
    }
    return value;
  }

  private @Nullable JsonToken advance() {
    try {
      return parser.nextToken();
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  private WorkloadException malformed(JacksonException problem) {
    var place = problem.getLocation();
    long line = place == null ? lineNumber() : linesBefore + Math.max(1, place.getLineNr());
    String column = place == null ? "" : " at column " + place.getColumnNr();
    return file.malformed(
        line,
        "this is not valid JSON" + column + ": " + JsonErrorText.of(problem.getOriginalMessage()));
  }

  private long lineNumber() {
    return linesBefore + Math.max(1, parser.currentTokenLocation().getLineNr());
  }

  private Json value(@Nullable JsonToken token) {
    long line = lineNumber();
    return switch (token) {
      case START_OBJECT -> new Json.Fields(line, fields());
      case START_ARRAY -> new Json.Items(line, items());
      case VALUE_STRING -> new Json.Text(line, text());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Json.Numeral(line, text());
      case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> new Json.Literal(line, text());
      case null, default -> throw file.malformed(line, "the JSON ends early");
    };
  }

  private Map<String, Json> fields() {
    Map<String, Json> fields = new LinkedHashMap<>();
    while (advance() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      if (fields.containsKey(name)) {
        String shown = new Json.Text(0, name).shown();
        throw file.malformed(lineNumber(), "an object holds " + shown + " twice; leave one");
      }
      fields.put(name, value(advance()));
    }
    return fields;
  }

  private List<Json> items() {
    List<Json> items = new ArrayList<>();
    for (JsonToken token = advance(); token != JsonToken.END_ARRAY; token = advance()) {
      items.add(value(token));
    }
    return items;
  }

  private String text() {
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw malformed(e);
    }
  }

  @Override
  public void close() {
    parser.close();
  }
}
