package dev.goodput.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;

/// A piece of a YAML file that knows where it stands.
sealed interface YamlNode {
  /// Where it begins.
  Place place();

  /// A text, a number, true or false, as it was written.
  record Text(Place place, String value) implements YamlNode {}

  /// A key without a value.
  record Nothing(Place place) implements YamlNode {}

  /// Values by keys, in order.
  record Fields(Place place, LinkedHashMap<String, Field> byKey) implements YamlNode {}

  /// A list.
  record Items(Place place, List<YamlNode> each) implements YamlNode {}

  /// A key's own place and its value.
  record Field(Place place, YamlNode value) {}

  /// Where something stands in a file.
  ///
  /// @param line from 1
  /// @param column from 1
  record Place(int line, int column) {
    static final Place BEGIN = new Place(1, 1);

    @Override
    public String toString() {
      return line + ":" + column;
    }
  }

  /// What it is, for errors.
  default String kind() {
    return switch (this) {
      case Text _ -> "a text";
      case Nothing _ -> "nothing";
      case Fields _ -> "keys with values";
      case Items _ -> "a list";
    };
  }
}
