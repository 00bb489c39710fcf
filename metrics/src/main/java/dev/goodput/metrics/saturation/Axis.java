package dev.goodput.metrics.saturation;

import dev.goodput.metrics.LevelResult;
import org.jspecify.annotations.Nullable;

/// The quantity that grows from level to level.
public enum Axis {
  /// Concurrent users of a closed loop.
  CONCURRENCY("concurrency"),
  /// Requests per second of an open loop.
  RATE("rate"),
  /// Sessions per second of an open loop, where a session has several turns.
  SESSION_RATE("session_rate");

  private final String word;

  Axis(String word) {
    this.word = word;
  }

  /// Returns the key used in options and documents.
  public String word() {
    return word;
  }

  /// Returns the axis with this key, or null.
  public static @Nullable Axis named(String word) {
    for (Axis axis : values()) {
      if (axis.word.equals(word)) {
        return axis;
      }
    }
    return null;
  }

  /// Returns whether arrivals do not wait for responses.
  public boolean open() {
    return this != CONCURRENCY;
  }

  /// Returns the axis for this workload: a rate counts sessions if any session has several
  /// requests.
  public Axis of(TurnCount asked) {
    return this == RATE && asked.several() ? SESSION_RATE : this;
  }

  /// Returns a level's load on this axis; null if it has none, like a flood.
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
