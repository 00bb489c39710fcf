package dev.goodput.wire.dialect;

import org.jspecify.annotations.Nullable;

/// Knows the members of request bodies that are a [Sampling]. What is no number, or none that can
/// be meant, is as if it were not there.
final class SamplingMembers {
  private static final double MOST_TOP_K = 1e6;
  private static final double MOST = 100;

  private @Nullable Double temperature;
  private @Nullable Double topP;
  private @Nullable Double topK;
  private @Nullable Long seed;
  private @Nullable Long choices;
  private @Nullable Double frequencyPenalty;
  private @Nullable Double presencePenalty;
  private String output = "";

  Sampling sampling() {
    return new Sampling(
        temperature, topP, topK, seed, choices, frequencyPenalty, presencePenalty, output);
  }

  /// A number, `true` or `false`, as the value of a member.
  void literal(String name, String word) {
    switch (name) {
      case "temperature" -> temperature = number(word, 0, MOST);
      case "top_p" -> topP = number(word, 0, 1);
      case "top_k" -> topK = number(word, -1, MOST_TOP_K);
      case "seed" -> seed = whole(word, Long.MIN_VALUE, Long.MAX_VALUE);
      case "n" -> choices = whole(word, 1, 10_000);
      case "frequency_penalty" -> frequencyPenalty = number(word, -MOST, MOST);
      case "presence_penalty" -> presencePenalty = number(word, -MOST, MOST);
      default -> {
        // Some other setting.
      }
    }
  }

  /// The type of the form that the answer shall have.
  void format(String type) {
    output =
        switch (type) {
          case "json_schema", "json_object" -> "json";
          case "text" -> "text";
          default -> "";
        };
  }

  private static @Nullable Double number(String word, double least, double most) {
    try {
      double value = Double.parseDouble(word);
      return value >= least && value <= most ? Double.valueOf(value) : null;
    } catch (NumberFormatException e) {
      return null; // Not a number.
    }
  }

  private static @Nullable Long whole(String word, long least, long most) {
    try {
      long value = Long.parseLong(word);
      return value >= least && value <= most ? Long.valueOf(value) : null;
    } catch (NumberFormatException e) {
      return null; // Not a whole number, or a larger one.
    }
  }
}
