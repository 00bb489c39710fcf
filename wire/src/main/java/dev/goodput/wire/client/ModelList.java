package dev.goodput.wire.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The models that a server offers. Reads the list formats in use: `data`, `models`, a bare array,
/// or the info document of a server with a single model.
///
/// @param lengths maximum of prompt and output together in tokens, by model; -1 if unknown
record ModelList(Map<String, Integer> lengths) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Set<String> LISTS = Set.of("data", "models");
  private static final Set<String> NAMES = Set.of("id", "name", "model");
  private static final Set<String> LENGTHS =
      Set.of("max_model_len", "context_length", "context_window", "max_context_length");

  static final ModelList NONE = new ModelList(Map.of());

  /// Returns the 1-based index of the character where a text stops being valid JSON, or 0 if it is
  /// valid.
  static int brokenAt(String body) {
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
      boolean any = false;
      while (in.nextToken() != null) {
        any = true;
        in.skipChildren();
      }
      return any ? 0 : 1;
    } catch (JacksonException e) {
      return Math.toIntExact(Math.max(1, e.getLocation().getCharOffset() + 1));
    }
  }

  /// Parses a model list; [#NONE] if the text is not one.
  static ModelList parse(String body) {
    Map<String, Integer> found = new LinkedHashMap<>();
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
      JsonToken first = in.nextToken();
      if (first == JsonToken.START_ARRAY) {
        models(in, found);
      } else if (first == JsonToken.START_OBJECT) {
        top(in, found);
      }
    } catch (JacksonException e) {
      return NONE;
    }
    return new ModelList(found);
  }

  private static void top(JsonParser in, Map<String, Integer> found) {
    String own = "";
    int length = -1;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      if (value == JsonToken.START_ARRAY && LISTS.contains(member)) {
        models(in, found);
      } else if (value == JsonToken.VALUE_STRING && member.equals("model_id")) {
        own = in.getString();
      } else if (value == JsonToken.VALUE_NUMBER_INT && member.equals("max_total_tokens")) {
        length = (int) in.getDoubleValue();
      } else {
        in.skipChildren();
      }
    }
    if (!own.isEmpty()) {
      found.put(own, length);
    }
  }

  private static void models(JsonParser in, Map<String, Integer> found) {
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        model(in, found);
      } else {
        in.skipChildren();
      }
    }
  }

  private static void model(JsonParser in, Map<String, Integer> found) {
    String name = "";
    int length = -1;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      if (value == JsonToken.VALUE_STRING && NAMES.contains(member)) {
        name = name.isEmpty() || member.equals("id") ? in.getString() : name;
      } else if (value == JsonToken.VALUE_NUMBER_INT && LENGTHS.contains(member)) {
        length = (int) in.getDoubleValue(); // the largest int where it is beyond
      } else {
        in.skipChildren();
      }
    }
    if (!name.isEmpty()) {
      found.merge(name, length, Math::max);
    }
  }

  List<String> names() {
    return List.copyOf(lengths.keySet());
  }

  boolean offers(String name) {
    return lengths.containsKey(name) || lengths.containsKey(name + ":latest");
  }

  OptionalInt maxModelLen(String name) {
    int length = lengths.getOrDefault(name, lengths.getOrDefault(name + ":latest", -1));
    return length > 0 ? OptionalInt.of(length) : OptionalInt.empty();
  }
}
