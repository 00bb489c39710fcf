package dev.goodput.metrics.saturation;

import dev.goodput.metrics.LevelResult;
import org.jspecify.annotations.Nullable;

/// What grows from level to level.
public enum Axis {
  /// Users of a closed loop.
  CONCURRENCY("concurrency"),
  /// Requests per second of an open loop.
  RATE("rate"),
  /// Sessions per second of an open loop, where a session has several turns.
  SESSION_RATE("session_rate");

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

  /// Whether nobody waits for an answer before the next one comes.
  public boolean open() {
    return this != CONCURRENCY;
  }

  /// The same axis of what was asked: what arrives at a rate is sessions, where requests came in
  /// any.
  public Axis of(TurnCount asked) {
    return this == RATE && asked.several() ? SESSION_RATE : this;
  }

  /// Where a level lies on this axis; null where it does not, as a flood.
  public @Nullable Double load(LevelResult level) {
    return switch (this) {
      case CONCURRENCY ->
          level.load().concurrencyAsked() == null
              ? null
              : Double.valueOf(level.load().concurrencyAsked());
      case RATE, SESSION_RATE -> level.load().rateAsked();
    };
  }
}
