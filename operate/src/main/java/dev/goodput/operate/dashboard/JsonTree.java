package dev.goodput.operate.dashboard;

import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/// JSON documents as maps, lists, strings, numbers and booleans.
final class JsonTree {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonTree() {}

  /// Returns an object, from keys and values in turn.
  static Map<String, @Nullable Object> object(@Nullable Object... keysAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      object.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return object;
  }

  /// Returns the text of an object.
  ///
  /// @param depth nesting down to which each value has a line of its own
  static String text(Map<String, @Nullable Object> object, int depth) {
    StringWriter text = new StringWriter();
    DefaultPrettyPrinter.Indenter lines = new Lines(depth);
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance()
                    .withObjectNameValueSpacing(Separators.Spacing.AFTER))
            .withObjectIndenter(lines)
            .withArrayIndenter(lines);
    ObjectWriteContext context =
        new ObjectWriteContext.Base() {
          @Override
          public PrettyPrinter getPrettyPrinter() {
            return printer;
          }
        };
    try (JsonGenerator out = JSON.createGenerator(context, text)) {
      write(object, out);
    }
    return text + "\n";
  }

  private static void write(@Nullable Object value, JsonGenerator out) {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> object -> {
        out.writeStartObject();
        object.forEach((key, inner) -> {
          out.writeName(String.valueOf(key));
          write(inner, out);
        });
        out.writeEndObject();
      }
      case List<?> items -> {
        out.writeStartArray();
        items.forEach(item -> write(item, out));
        out.writeEndArray();
      }
      case Boolean bool -> out.writeBoolean(bool);
      case Integer number -> out.writeNumber(number);
      case Double number -> out.writeNumber(number);
      default -> out.writeString(value.toString());
    }
  }

  /// Line breaks above a depth, spaces below.
  private record Lines(int depth) implements DefaultPrettyPrinter.Indenter {
    @Override
    public void writeIndentation(JsonGenerator out, int level) {
      out.writeRaw(level <= depth ? "\n" + "  ".repeat(level) : " ");
    }

    @Override
    public boolean isInline() {
      return false;
    }
  }
}
