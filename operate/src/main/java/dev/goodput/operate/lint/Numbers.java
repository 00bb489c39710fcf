package dev.goodput.operate.lint;

import java.math.BigDecimal;
import java.math.MathContext;

/// Formats numbers for messages.
final class Numbers {
  private Numbers() {}

  /// Returns a number with up to four significant digits.
  static String plain(double value) {
    return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
