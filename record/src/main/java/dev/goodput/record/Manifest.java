package dev.goodput.record;

import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Everything needed to repeat a run and to read its results: version, command, seed, facts about
/// the target and the host. Keys are words with dots, values any text, both in the order of the
/// keys.
///
/// @param values the values by key; keys consist of letters, digits, `.`, `_` and `-`
public record Manifest(SortedMap<String, String> values) {
  private static final String KEY_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

  /// Copies the map.
  ///
  /// @throws IllegalArgumentException if a key is empty or has other characters
  public Manifest {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    for (String key : values.keySet()) {
      checkKey(key);
    }
  }

  private static void checkKey(String key) {
    if (!isKey(key)) {
      throw new IllegalArgumentException("not a manifest key: \"" + key + "\"");
    }
  }

  static boolean isKey(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> KEY_CHARACTERS.indexOf(c) >= 0);
  }

  /// A manifest without values.
  public static Manifest empty() {
    return new Manifest(new TreeMap<>());
  }

  /// Returns a copy in which the key has the given value.
  public Manifest with(String key, String value) {
    SortedMap<String, String> more = new TreeMap<>(values);
    more.put(key, value);
    return new Manifest(more);
  }

  /// Returns a copy without the key.
  public Manifest without(String key) {
    SortedMap<String, String> fewer = new TreeMap<>(values);
    fewer.remove(key);
    return new Manifest(fewer);
  }

  /// Returns a copy in which the key has the given whole number.
  public Manifest with(String key, long value) {
    return with(key, Long.toString(value));
  }

  /// Returns a copy in which the key has the given number, written so that it reads back exactly.
  public Manifest with(String key, double value) {
    return with(key, Double.toString(value));
  }

  /// Returns the text of a key.
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /// Returns the text of a required key.
  ///
  /// @throws RecordException.BadValue if it is missing
  public String require(String key) {
    return text(key).orElseThrow(() -> new RecordException.BadValue(key, "absent", "a value"));
  }

  /// Returns the whole number of a key.
  ///
  /// @throws RecordException.BadValue if the text is not a whole number
  public OptionalLong whole(String key) {
    String text = values.get(key);
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new RecordException.BadValue(key, "\"" + text + "\"", "a whole number");
    }
  }

  /// Returns the number of a key.
  ///
  /// @throws RecordException.BadValue if the text is not a number
  public OptionalDouble decimal(String key) {
    String text = values.get(key);
    if (text == null) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      throw new RecordException.BadValue(key, "\"" + text + "\"", "a number");
    }
  }
}
