package dev.goodput.workload.dataset;

import dev.goodput.record.words.NearestWord;
import dev.goodput.workload.input.TextFile;
import dev.goodput.workload.input.WorkloadException;
import dev.goodput.workload.length.Lengths;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One JSON object of a user's file, whose fields are asked for by name and type.
///
/// What is not as it must be gives `file:line: "field" must be …, found …`.
record JsonRecord(TextFile file, long line, Map<String, Json> values) {
  private static final String TOKENS = "a positive integer";
  private static final String COUNT = "a whole number, 0 or more";

  /// Numbers whose exact value cannot be enormous.
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

  /// The first of these fields that is there and not null, else the first.
  String choose(List<String> fields) {
    return fields.stream().filter(this::has).findFirst().orElse(fields.getFirst());
  }

  /// A field's value, null where it is missing or null.
  @Nullable Json find(String field) {
    Json value = values.get(field);
    return value instanceof Json.Literal literal && literal.word().equals("null") ? null : value;
  }

  /// A string that must be there.
  String text(String field) {
    return switch (find(field)) {
      case Json.Text text -> text.value();
      case null, default -> throw wrong(field, "a string");
    };
  }

  /// A string, null where it is missing.
  @Nullable String optionalText(String field) {
    return has(field) ? text(field) : null;
  }

  /// An array that must be there and hold something.
  List<Json> items(String field) {
    return switch (find(field)) {
      case Json.Items items when !items.values().isEmpty() -> items.values();
      case null, default -> throw wrong(field, "an array with at least one element");
    };
  }

  /// Tokens: a positive whole number that must be there.
  int tokens(String field) {
    BigDecimal number = number(field, TOKENS);
    if (number.compareTo(BigDecimal.valueOf(Lengths.MOST)) > 0) {
      throw wrong(field, "at most " + Lengths.MOST);
    }
    if (number.signum() <= 0 || number.stripTrailingZeros().scale() > 0) {
      throw wrong(field, TOKENS);
    }
    return number.intValue();
  }

  /// Tokens, or a number that stands for unknown where the field is missing.
  int tokens(String field, int missing) {
    return has(field) ? tokens(field) : missing;
  }

  /// A whole number, 0 or more.
  long count(String field) {
    BigDecimal number = number(field, COUNT);
    if (number.signum() < 0
        || number.stripTrailingZeros().scale() > 0
        || number.precision() - number.scale() > 15) {
      throw wrong(field, COUNT);
    }
    return number.longValue();
  }

  /// Milliseconds, 0 or more, as nanoseconds.
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

  /// Refuses a field that would be one of these but for a slip, where none of them is there: what
  /// it says would be lost without a word.
  ///
  /// @param names that mean the same
  void refuseSlips(List<String> names) {
    if (names.stream().anyMatch(this::has)) {
      return;
    }
    for (Map.Entry<String, Json> each : values.entrySet()) {
      Optional<String> meant = NearestWord.slipOf(each.getKey(), names);
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

  /// What a field must be, and is not.
  WorkloadException wrong(String field, String expected) {
    Json value = values.get(field);
    return wrong(field, expected, value == null ? "nothing" : value.shown());
  }

  /// What a field must be, and what was found in its stead.
  WorkloadException wrong(String field, String expected, String found) {
    Json value = values.get(field);
    long where = value == null ? line : value.line();
    return file.malformed(where, "\"" + field + "\" must be " + expected + ", found " + found);
  }
}
