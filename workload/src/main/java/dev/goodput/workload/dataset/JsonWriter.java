package dev.goodput.workload.dataset;

import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// A writer of a user's JSON values as they were read.
final class JsonWriter {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonWriter() {}

  /// Returns a value as text.
  static String text(Json value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      write(value, out);
    }
    return text.toString();
  }

  /// Returns an object of the members that have one of these names; null if there are none.
  static @Nullable String only(Map<String, Json> members, Set<String> names) {
    StringWriter text = new StringWriter();
    boolean some = false;
    try (JsonGenerator out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      for (Map.Entry<String, Json> each : members.entrySet()) {
        if (names.contains(each.getKey())) {
          some = true;
          out.writeName(each.getKey());
          write(each.getValue(), out);
        }
      }
      out.writeEndObject();
    }
    return some ? text.toString() : null;
  }

  private static void write(Json value, JsonGenerator out) {
    switch (value) {
      case Json.Fields fields -> {
        out.writeStartObject();
        fields
            .values()
            .forEach((name, member) -> {
              out.writeName(name);
              write(member, out);
            });
        out.writeEndObject();
      }
      case Json.Items items -> {
        out.writeStartArray();
        items.values().forEach(each -> write(each, out));
        out.writeEndArray();
      }
      case Json.Text text -> out.writeString(text.value());
      case Json.Numeral numeral -> out.writeRawValue(numeral.digits());
      case Json.Literal literal -> out.writeRawValue(literal.word());
    }
  }
}
