package dev.goodput.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;

/// A node of a YAML file with its position.
public sealed interface YamlNode {
  /// Returns the position of the node's start.
  Place place();

  /// A text, a number, true or false, as written.
  record Text(Place place, String value) implements YamlNode {}

  /// A key without a value.
  record Nothing(Place place) implements YamlNode {}

  /// Values by key, in order.
  record Fields(Place place, LinkedHashMap<String, Field> byKey) implements YamlNode {}

  /// A list.
  record Items(Place place, List<YamlNode> each) implements YamlNode {}

  /// The position of a key, and its value.
  record Field(Place place, YamlNode value) {}

  /// A position in a file.
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

  /// Returns the kind of the node, for errors.
  default String kind() {
    return switch (this) {
      case Text _ -> "a text";
      case Nothing _ -> "nothing";
      case Fields _ -> "keys with values";
      case Items _ -> "a list";
    };
  }
}
