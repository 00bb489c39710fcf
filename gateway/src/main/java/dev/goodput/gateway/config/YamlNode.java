package dev.goodput.gateway.config;

import java.util.LinkedHashMap;
import java.util.List;

/// A piece of a YAML file that knows where it stands.
sealed interface YamlNode {
  /// Where it begins.
  Place place();

  /// What it is, for words.
  String kind();

  /// A text, a number, true or false, as it was written.
  record Text(Place place, String value) implements YamlNode {
    @Override
    public String kind() {
      return "a text";
    }
  }

  /// A key without a value.
  record Nothing(Place place) implements YamlNode {
    @Override
    public String kind() {
      return "nothing";
    }
  }

  /// Values by keys, in order.
  record Fields(Place place, LinkedHashMap<String, Field> byKey) implements YamlNode {
    @Override
    public String kind() {
      return "keys with values";
    }
  }

  /// A list.
  record Items(Place place, List<YamlNode> each) implements YamlNode {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /// A key's own place and its value.
  record Field(Place place, YamlNode value) {}
}
