package dev.goodput.workload.dataset;

import java.util.List;
import java.util.Map;

/// A JSON value and the line on which it begins.
sealed interface Json {

  /// The line, from 1.
  long line();

  /// The value as a message shows it, cut where long.
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
