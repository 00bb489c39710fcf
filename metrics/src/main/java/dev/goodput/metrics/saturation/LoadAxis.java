package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.LevelResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The quantity that grows from level to level.
public enum LoadAxis {
  /// Concurrent users of a closed loop.
  CONCURRENCY("concurrency"),
  /// Requests per second of an open loop.
  RATE("rate"),
  /// Sessions per second of an open loop, where a session has several turns.
  SESSION_RATE("session_rate");

  private static final MathContext DIGITS = new MathContext(3);

  private final String key;

  LoadAxis(String key) {
    this.key = key;
  }

  /// Returns the key used in options and documents.
  public String key() {
    return key;
  }

  /// Returns the axis with this key, or null.
  public static @Nullable LoadAxis named(String word) {
    for (LoadAxis axis : values()) {
      if (axis.key.equals(word)) {
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
  public LoadAxis of(TurnCount requested) {
    return this == RATE && requested.several() ? SESSION_RATE : this;
  }

  /// Returns a level's load on this axis; null if it has none, like a flood.
  public @Nullable Double load(LevelResult level) {
    return switch (this) {
      case CONCURRENCY ->
          level.load().targetConcurrency() == null
              ? null
              : Double.valueOf(level.load().targetConcurrency());
      case RATE, SESSION_RATE -> level.load().targetRate();
    };
  }

  /// A load with its unit: `1,024 users`, `2.5 req/s`.
  public String text(double load) {
    return switch (this) {
      case CONCURRENCY -> grouped(load) + (Math.round(load) == 1 ? " user" : " users");
      case RATE -> grouped(load) + " req/s";
      case SESSION_RATE -> grouped(load) + " sessions/s";
    };
  }

  /// A load without its unit, for readers: `1,024`.
  public static String grouped(double load) {
    return load == Math.rint(load)
        ? String.format(Locale.ROOT, "%,d", Math.round(load))
        : number(load);
  }

  /// A load without its unit, for programs: `1024`.
  public static String number(double load) {
    if (load == Math.rint(load)) {
      return Long.toString(Math.round(load));
    }
    return new BigDecimal(load).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
