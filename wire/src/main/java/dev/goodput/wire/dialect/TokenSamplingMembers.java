package dev.goodput.wire.dialect;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A collector of the members of request bodies that make up a [TokenSampling]. Values that are not
/// numbers or out of range are ignored.
final class TokenSamplingMembers {
  private static final double MAX_TOP_K = 1e6;
  private static final double MAX_NUMBER = 100;

  /// A JSON number; Java's parser accepts more.
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

  private @Nullable Double temperature;
  private @Nullable Double topP;
  private @Nullable Double topK;
  private @Nullable Long seed;
  private @Nullable Long choices;
  private @Nullable Double frequencyPenalty;
  private @Nullable Double presencePenalty;
  private String output = "";

  TokenSampling sampling() {
    return new TokenSampling(
        temperature, topP, topK, seed, choices, frequencyPenalty, presencePenalty, output);
  }

  /// Handles a number, `true` or `false` as the value of a member.
  void literal(String name, String word) {
    switch (name) {
      case "temperature" -> temperature = number(word, 0, MAX_NUMBER);
      case "top_p" -> topP = number(word, 0, 1);
      case "top_k" -> topK = number(word, -1, MAX_TOP_K);
      case "seed" -> seed = whole(word, Long.MIN_VALUE, Long.MAX_VALUE);
      case "n" -> choices = whole(word, 1, 10_000);
      case "frequency_penalty" -> frequencyPenalty = number(word, -MAX_NUMBER, MAX_NUMBER);
      case "presence_penalty" -> presencePenalty = number(word, -MAX_NUMBER, MAX_NUMBER);
      default -> {
        // Another setting.
      }
    }
  }

  /// Sets the requested output format.
  void format(String word) {
    output =
        switch (word) {
          case "json_schema", "json_object", "json" -> "json";
          case "text" -> "text";
          default -> "";
        };
  }

  /// Returns a word as a number in a range; null if it is not one.
  static @Nullable Double number(String word, double least, double most) {
    if (!NUMBER.matcher(word).matches()) {
      return null;
    }
    double value = Double.parseDouble(word);
    return value >= least && value <= most ? Double.valueOf(value) : null;
  }

  private static @Nullable Long whole(String word, long least, long most) {
    if (!NUMBER.matcher(word).matches()) {
      return null;
    }
    try {
      long value = Long.parseLong(word);
      return value >= least && value <= most ? Long.valueOf(value) : null;
    } catch (NumberFormatException e) {
      return null; // Not a whole number, or a larger one.
    }
  }
}
