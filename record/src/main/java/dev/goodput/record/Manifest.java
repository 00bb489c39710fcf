package dev.goodput.record;

import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// What is needed to repeat a run and to read its figures: version, command, seed, facts about
/// target and host. Keys are words with dots, values any text; both in the order of the keys.
///
/// @param values the values by key; keys are of letters, digits, `.`, `_` and `-`
public record Manifest(SortedMap<String, String> values) {
  private static final String KEY_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

  /// Copies the map.
  ///
  /// @throws IllegalArgumentException where a key has other characters or none
  public Manifest {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    for (String key : values.keySet()) {
      checkKey(key);
    }
  }

  private static void checkKey(String key) {
    if (!isKey(key)) {
      throw new IllegalArgumentException("not a manifest key: '" + key + "'");
    }
  }

  static boolean isKey(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> KEY_CHARACTERS.indexOf(c) >= 0);
  }

  /// A manifest without values.
  public static Manifest empty() {
    return new Manifest(new TreeMap<>());
  }

  /// The same with one value more, or another one.
  public Manifest with(String key, String value) {
    SortedMap<String, String> more = new TreeMap<>(values);
    more.put(key, value);
    return new Manifest(more);
  }

  /// The same without a value, if it has it.
  public Manifest without(String key) {
    SortedMap<String, String> fewer = new TreeMap<>(values);
    fewer.remove(key);
    return new Manifest(fewer);
  }

  /// The same with a whole number.
  public Manifest with(String key, long value) {
    return with(key, Long.toString(value));
  }

  /// The same with a number, written so that it reads back exactly.
  public Manifest with(String key, double value) {
    return with(key, Double.toString(value));
  }

  /// The text under a key.
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /// The text under a key that must be there.
  ///
  /// @throws RecordException.BadValue where it is not
  public String require(String key) {
    return text(key).orElseThrow(() -> new RecordException.BadValue(key, "absent", "a value"));
  }

  /// The whole number under a key.
  ///
  /// @throws RecordException.BadValue where the text is not one
  public OptionalLong whole(String key) {
    String text = values.get(key);
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new RecordException.BadValue(key, "'" + text + "'", "a whole number");
    }
  }

  /// The number under a key.
  ///
  /// @throws RecordException.BadValue where the text is not one
  public OptionalDouble decimal(String key) {
    String text = values.get(key);
    if (text == null) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      throw new RecordException.BadValue(key, "'" + text + "'", "a number");
    }
  }
}
