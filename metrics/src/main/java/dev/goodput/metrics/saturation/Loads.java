package dev.goodput.metrics.saturation;

import java.math.BigDecimal;
import java.math.MathContext;

/// Loads in words.
public final class Loads {
  private static final MathContext DIGITS = new MathContext(3);

  private Loads() {}

  /// A load: `16 users`, `2.5 req/s`.
  public static String name(Axis axis, double load) {
    return switch (axis) {
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
