package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.LevelResult;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/// What grows from level to level.
public enum Axis {
  /// Users of a closed loop.
  CONCURRENCY("concurrency"),
  /// Requests per second of an open loop.
  RATE("rate"),
  /// Sessions per second of an open loop, where a session has several turns.
  SESSION_RATE("session_rate");

  private static final MathContext DIGITS = new MathContext(3);

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

  /// A load with its unit: `16 users`, `2.5 req/s`.
  public String text(double load) {
    return switch (this) {
      case CONCURRENCY -> Math.round(load) + (Math.round(load) == 1 ? " user" : " users");
      case RATE -> number(load) + " req/s";
      case SESSION_RATE -> number(load) + " sessions/s";
    };
  }

  /// A load without its unit.
  public static String number(double load) {
    if (load == Math.rint(load)) {
      return Long.toString(Math.round(load));
    }
    return new BigDecimal(load).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
