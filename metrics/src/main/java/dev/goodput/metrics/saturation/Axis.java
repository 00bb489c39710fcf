package dev.goodput.metrics.saturation;

import dev.goodput.metrics.LevelResult;
import org.jspecify.annotations.Nullable;

/// What grows from level to level.
public enum Axis {
  /// Users of a closed loop.
  CONCURRENCY("concurrency"),
  /// Requests per second of an open loop.
  RATE("rate");

  private final String word;

  Axis(String word) {
    this.word = word;
  }

  /// The word in options and documents.
  public String word() {
    return word;
  }

  /// The axis of a word, null for none.
  public static @Nullable Axis named(String word) {
    for (Axis axis : values()) {
      if (axis.word.equals(word)) {
        return axis;
      }
    }
    return null;
  }

  /// Where a level lies on this axis; null where it does not, as a flood.
  public @Nullable Double load(LevelResult level) {
    return switch (this) {
      case CONCURRENCY ->
          level.load().concurrencyAsked() == null
              ? null
              : Double.valueOf(level.load().concurrencyAsked());
      case RATE -> level.load().rateAsked();
    };
  }
}
