package dev.goodput.workload.dataset;

import dev.goodput.record.words.WordSuggestion;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.LengthDistribution;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One JSON object of a user's file, with access to its fields by name and type.
///
/// A wrong field is reported as `file:line: "field" must be …, found …`.
record JsonRecord(TextFile file, long line, Map<String, Json> values) {
  private static final String TOKENS = "a positive integer";
  private static final String COUNT = "a whole number, 0 or more";

  /// Numbers whose exact representation cannot be enormous.
  private static final Pattern PLAIN = Pattern.compile("-?\\d{1,30}(\\.\\d{1,30})?([eE][+-]?\\d)?");

  static JsonRecord of(TextFile file, Json value) {
    if (value instanceof Json.Fields fields) {
      return new JsonRecord(file, fields.line(), fields.values());
    }
    throw file.malformed(value.line(), "this must be a JSON object, found " + value.shown());
  }

  boolean has(String field) {
    return find(field) != null;
  }

  /// Returns the first of these fields that is present and not null, else the first.
  String choose(List<String> fields) {
    return fields.stream().filter(this::has).findFirst().orElse(fields.getFirst());
  }

  /// Returns a field's value, null if it is missing or null.
  @Nullable Json find(String field) {
    Json value = values.get(field);
    return value instanceof Json.Literal literal && literal.word().equals("null") ? null : value;
  }

  /// Returns a required string.
  String text(String field) {
    return switch (find(field)) {
      case Json.Text text -> text.value();
      case null, default -> throw wrong(field, "a string");
    };
  }

  /// Returns a string, null if it is missing.
  @Nullable String optionalText(String field) {
    return has(field) ? text(field) : null;
  }

  /// Returns a required array that must not be empty.
  List<Json> items(String field) {
    return switch (find(field)) {
      case Json.Items items when !items.values().isEmpty() -> items.values();
      case null, default -> throw wrong(field, "an array with at least one element");
    };
  }

  /// Returns a required number of tokens: a positive whole number.
  int tokens(String field) {
    BigDecimal number = number(field, TOKENS);
    if (number.compareTo(BigDecimal.valueOf(LengthDistribution.MAX)) > 0) {
      throw wrong(field, "at most " + LengthDistribution.MAX);
    }
    if (number.signum() <= 0 || number.stripTrailingZeros().scale() > 0) {
      throw wrong(field, TOKENS);
    }
    return number.intValue();
  }

  /// Returns a number of tokens, or `missing` if the field is missing.
  int tokens(String field, int missing) {
    return has(field) ? tokens(field) : missing;
  }

  /// Returns a whole number, 0 or more.
  long count(String field) {
    BigDecimal number = number(field, COUNT);
    if (number.signum() < 0
        || number.stripTrailingZeros().scale() > 0
        || number.precision() - number.scale() > 15) {
      throw wrong(field, COUNT);
    }
    return number.longValue();
  }

  /// Returns milliseconds, 0 or more, as nanoseconds.
  long millis(String field) {
    BigDecimal nanos = number(field, "milliseconds, 0 or more").movePointRight(6);
    if (nanos.signum() < 0 || nanos.precision() - nanos.scale() > 18) {
      throw wrong(field, "milliseconds, 0 or more");
    }
    return nanos.longValue();
  }

  private BigDecimal number(String field, String expected) {
    if (find(field) instanceof Json.Numeral numeral && PLAIN.matcher(numeral.digits()).matches()) {
      return new BigDecimal(numeral.digits());
    }
    throw wrong(field, expected);
  }

  /// Rejects a field whose name is a typo of one of these names, if none of them is present: its
  /// value would be ignored silently.
  ///
  /// @param names names with the same meaning
  void refuseSlips(List<String> names) {
    if (names.stream().anyMatch(this::has)) {
      return;
    }
    for (Map.Entry<String, Json> each : values.entrySet()) {
      Optional<String> meant = WordSuggestion.slipOf(each.getKey(), names);
      if (meant.isPresent() && !names.contains(each.getKey())) {
        throw file.malformed(
            each.getValue().line(),
            new Json.Text(0, each.getKey()).shown()
                + " is not known; did you mean \""
                + meant.get()
                + "\"? If not, rename it or take it out");
      }
    }
  }

  /// Returns the error for a field that is not as expected.
  WorkloadException wrong(String field, String expected) {
    Json value = values.get(field);
    return wrong(field, expected, value == null ? "nothing" : value.shown());
  }

  /// Returns the error for a field that is not as expected, with what was found instead.
  WorkloadException wrong(String field, String expected, String found) {
    Json value = values.get(field);
    long where = value == null ? line : value.line();
    return file.malformed(where, "\"" + field + "\" must be " + expected + ", found " + found);
  }
}
