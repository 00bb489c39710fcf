package dev.goodput.workload.dataset;

import java.util.List;
import java.util.Map;

/// A JSON value and the line on which it starts.
sealed interface Json {

  /// Returns the line, from 1.
  long line();

  /// Returns the value for messages, shortened if long.
  String shown();

  /// An object.
  record Fields(long line, Map<String, Json> values) implements Json {
    @Override
    public String shown() {
      return "an object";
    }
  }

  /// An array.
  record Items(long line, List<Json> values) implements Json {
    @Override
    public String shown() {
      return values.isEmpty() ? "an empty array" : "an array";
    }
  }

  /// A string.
  record Text(long line, String value) implements Json {
    private static final int LONGEST = 40;

    @Override
    public String shown() {
      return '"' + (value.length() > LONGEST ? value.substring(0, LONGEST) + "…" : value) + '"';
    }
  }

  /// A number as it was written.
  record Numeral(long line, String digits) implements Json {
    @Override
    public String shown() {
      return digits;
    }
  }

  /// `true`, `false` or `null`.
  record Literal(long line, String word) implements Json {
    @Override
    public String shown() {
      return word;
    }
  }
}
