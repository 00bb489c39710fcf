package dev.goodput.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/// Shortens numbers that are only drawn.
final class RoundedNumbers {
  private static final MathContext FOUR = new MathContext(4);

  private RoundedNumbers() {}

  /// Four significant digits.
  static double significant(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(FOUR).doubleValue() : 0;
  }

  /// The same of a number that may be undefined; null then.
  static @Nullable Double significantOrNull(@Nullable Double value) {
    return value == null || value.isNaN() ? null : Double.valueOf(significant(value));
  }

  /// Nanoseconds as seconds, to the millisecond.
  static double seconds(long nanos) {
    return Math.round(nanos / 1e6) / 1e3;
  }

  /// Nanoseconds as milliseconds, to the tenth.
  static double millis(long nanos) {
    return Math.round(nanos / 1e5) / 1e1;
  }
}
