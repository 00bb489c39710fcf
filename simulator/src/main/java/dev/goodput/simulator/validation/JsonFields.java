package dev.goodput.simulator.validation;

import dev.goodput.simulator.SimulatorException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The values of one JSON object by dotted path (`kv_cache.num_gpu_blocks`); of arrays, those of
/// whole numbers at its top.
final class JsonFields {
  private static final JsonFactory JSON = new JsonFactory();

  private final String where;
  private final Map<String, String> scalars = new HashMap<>();
  private final Map<String, long[]> lists = new HashMap<>();

  private JsonFields(String where) {
    this.where = where;
  }

  /// @param where file and line, for messages
  /// @throws SimulatorException.BadLog for what is no JSON object
  static JsonFields read(String text, String where) {
    JsonFields fields = new JsonFields(where);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new SimulatorException.BadLog(where + ": expected a JSON object");
      }
      fields.object("", parser);
    } catch (JacksonException e) {
      throw new SimulatorException.BadLog(
          where + ": not valid JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
    }
    return fields;
  }

  private void object(String prefix, JsonParser parser) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String path = prefix + parser.currentName();
      switch (parser.nextToken()) {
        case START_OBJECT -> object(path + ".", parser);
        case START_ARRAY -> array(path, parser);
        case VALUE_NULL -> {}
        default -> scalars.put(path, parser.getString());
      }
    }
  }

  private void array(String path, JsonParser parser) {
    List<Long> numbers = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token == JsonToken.VALUE_NUMBER_INT) {
        numbers.add(parser.getLongValue());
      } else {
        parser.skipChildren();
      }
    }
    lists.put(path, numbers.stream().mapToLong(Long::longValue).toArray());
  }

  /// The value there, empty where it is null or absent.
  Optional<String> text(String path) {
    return Optional.ofNullable(scalars.get(path));
  }

  /// A whole number from 1 to 2³¹ − 1.
  ///
  /// @throws SimulatorException.BadLog where it is something else
  Optional<Integer> positive(String path) {
    return text(path).map(found -> positive(path, found));
  }

  /// The same, which must be there.
  int requiredPositive(String path) {
    return positive(path).orElseThrow(() -> missing(path));
  }

  /// Seconds as ns, which must be there.
  ///
  /// @throws SimulatorException.BadLog where it is absent or no number
  long requiredNanos(String path) {
    String found = text(path).orElseThrow(() -> missing(path));
    try {
      return new BigDecimal(found).movePointRight(9).longValue();
    } catch (NumberFormatException _) {
      throw bad(path, "a number of seconds", found);
    }
  }

  /// The whole numbers of an array, none where it is absent.
  long[] numbers(String path) {
    return lists.getOrDefault(path, new long[0]);
  }

  /// That field holds something else than it should.
  SimulatorException.BadLog bad(String path, String expected, String found) {
    return new SimulatorException.BadLog(
        "%s: %s: expected %s, found '%s'".formatted(where, path, expected, found));
  }

  private int positive(String path, String found) {
    try {
      int value = Integer.parseInt(found);
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException _) {
      // told below, as any other number that is not one of those
    }
    throw bad(path, "a whole number above 0", found);
  }

  /// That field is not there.
  SimulatorException.BadLog missing(String path) {
    return new SimulatorException.BadLog(where + ": " + path + " is missing");
  }
}
