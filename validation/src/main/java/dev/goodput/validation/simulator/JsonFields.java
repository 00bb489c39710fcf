package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The values of one JSON object by dotted path (`kv_cache.num_gpu_blocks`), and its lists.
final class JsonFields {
  private static final JsonFactory JSON = new JsonFactory();
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 2);

  private final String where;
  private final Map<String, String> scalars = new HashMap<>();
  private final Map<String, List<String>> lists = new HashMap<>();
  private final Set<String> objects = new HashSet<>();

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
      if (parser.nextToken() != null) {
        throw new SimulatorException.BadLog(where + ": expected one JSON object, found more");
      }
    } catch (JacksonException e) {
      throw new SimulatorException.BadLog(
          where + ": not valid JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
    }
    return fields;
  }

  private void object(String prefix, JsonParser parser) {
    objects.add(prefix);
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
    List<String> values = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      values.add(parser.getString());
      parser.skipChildren();
    }
    lists.put(path, values);
  }

  /// File and line, for messages.
  String where() {
    return where;
  }

  /// Whether there is a value, a list, or an object with one of these.
  boolean holds(String path) {
    return Stream.concat(scalars.keySet().stream(), lists.keySet().stream())
        .anyMatch(found -> found.equals(path) || found.startsWith(path + "."));
  }

  /// The value there, empty where it is null or absent.
  ///
  /// @throws SimulatorException.BadLog where it is a list or an object, or a section is none
  Optional<String> text(String path) {
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      expectSection(path.substring(0, dot));
    }
    if (lists.containsKey(path) || isObject(path)) {
      throw wrongKind(path, "one value");
    }
    return Optional.ofNullable(scalars.get(path));
  }

  private void expectSection(String path) {
    if (lists.containsKey(path) || scalars.containsKey(path)) {
      throw wrongKind(path, "an object");
    }
  }

  private boolean isObject(String path) {
    return objects.contains(path + ".");
  }

  private SimulatorException.BadLog wrongKind(String path, String expected) {
    String value = "\"" + scalars.get(path) + "\"";
    String found = lists.containsKey(path) ? "a list" : isObject(path) ? "an object" : value;
    return new SimulatorException.BadLog(
        "%s: %s: expected %s, found %s".formatted(where, path, expected, found));
  }

  /// A whole number from 1 to 2³¹ − 1.
  ///
  /// @throws SimulatorException.BadLog where it is something else
  Optional<Integer> positive(String path) {
    return text(path).map(found -> (int) positive(path, found, Integer.MAX_VALUE));
  }

  /// A share above 0, up to 1.
  ///
  /// @throws SimulatorException.BadLog where it is something else
  Optional<Double> share(String path) {
    return text(path).map(found -> share(path, found));
  }

  /// A whole number from 1 to 2⁶³ − 1, as of bytes.
  ///
  /// @throws SimulatorException.BadLog where it is something else
  Optional<Long> large(String path) {
    return text(path).map(found -> positive(path, found, Long.MAX_VALUE));
  }

  /// The same, which must be there.
  int requiredPositive(String path) {
    return positive(path).orElseThrow(() -> missing(path));
  }

  /// Seconds as ns.
  ///
  /// @throws SimulatorException.BadLog where it is no number, or one of more than a century
  Optional<Long> nanos(String path) {
    return text(path).map(found -> nanos(path, found));
  }

  /// The same, which must be there.
  long requiredNanos(String path) {
    return nanos(path).orElseThrow(() -> missing(path));
  }

  /// The whole numbers of a list, none where it is absent.
  ///
  /// @throws SimulatorException.BadLog where it holds, or is, something else
  long[] numbers(String path) {
    if (scalars.containsKey(path) || isObject(path)) {
      throw wrongKind(path, "a list of whole numbers");
    }
    List<String> found = lists.getOrDefault(path, List.of());
    try {
      return found.stream().mapToLong(Long::parseLong).toArray();
    } catch (NumberFormatException _) {
      throw bad(path, "a list of whole numbers", String.join(", ", found));
    }
  }

  /// That field holds something else than it should.
  SimulatorException.BadLog bad(String path, String expected, String found) {
    return new SimulatorException.BadLog(
        "%s: %s: expected %s, found \"%s\"".formatted(where, path, expected, found));
  }

  private long nanos(String path, String found) {
    try {
      BigDecimal nanos = new BigDecimal(found).movePointRight(9);
      if (nanos.abs().compareTo(MAX_NANOS) < 0) {
        return nanos.longValue();
      }
    } catch (ArithmeticException | NumberFormatException _) {
      // reported below, like any number that is not valid seconds
    }
    throw bad(path, "a number of seconds", found);
  }

  private double share(String path, String found) {
    try {
      double value = Double.parseDouble(found);
      if (value > 0 && value <= 1) {
        return value;
      }
    } catch (NumberFormatException _) {
      // reported below, like any number that is not a share
    }
    throw bad(path, "a share above 0, up to 1", found);
  }

  private long positive(String path, String found, long most) {
    try {
      long value = Long.parseLong(found);
      if (value > 0 && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // reported below, like any other invalid number
    }
    throw bad(path, "a whole number above 0", found);
  }

  /// That field is not there.
  SimulatorException.BadLog missing(String path) {
    return new SimulatorException.BadLog(where + ": " + path + " is missing");
  }

  /// The value is missing, or it has no profile.
  ///
  /// @param advice what to do, the end of a sentence
  SimulatorException.BadLog unknown(
      String path, SimulatorException.UnknownName error, String advice) {
    return new SimulatorException.BadLog(
        "%s: %s: %s; %s".formatted(where, path, error.getMessage(), advice));
  }
}
