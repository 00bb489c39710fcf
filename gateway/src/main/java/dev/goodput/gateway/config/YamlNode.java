package dev.goodput.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;

/// A node of a YAML file with its position.
public sealed interface YamlNode {
  /// Returns the position of the node's start.
  Position position();

  /// A text, a number, true or false, as written.
  record Scalar(Position position, String value) implements YamlNode {}

  /// A key without a value.
  record Null(Position position) implements YamlNode {}

  /// Values by key, in order.
  record Mapping(Position position, LinkedHashMap<String, Member> entries) implements YamlNode {}

  /// A list.
  record Sequence(Position position, List<YamlNode> items) implements YamlNode {}

  /// The position of a key, and its value.
  record Member(Position position, YamlNode value) {}

  /// A position in a file.
  ///
  /// @param line from 1
  /// @param column from 1
  record Position(int line, int column) {
    static final Position START = new Position(1, 1);

    @Override
    public String toString() {
      return line + ":" + column;
    }
  }

  /// Returns the kind of the node, for errors.
  default String kind() {
    return switch (this) {
      case Scalar _ -> "a text";
      case Null _ -> "nothing";
      case Mapping _ -> "keys with values";
      case Sequence _ -> "a list";
    };
  }
}
