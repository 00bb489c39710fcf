package dev.goodput.metrics.analysis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Figures inside sentences.
final class FigureText {
  private FigureText() {}

  /// Milliseconds below a second, seconds above, three digits at most.
  static String millis(double millis) {
    return millis < 1000 ? digits(millis) + " ms" : seconds(millis / 1000);
  }

  static String seconds(double seconds) {
    return digits(seconds) + " s";
  }

  /// A share as percent.
  static String percent(double share) {
    return digits(100 * share) + " %";
  }

  /// A count that is as rough as what it was made of, rounded up: `61`, `1300`; `∞` where it is
  /// none.
  static String upToTwoDigits(double count) {
    if (!Double.isFinite(count)) {
      return "∞";
    }
    return BigDecimal.valueOf(Math.ceil(count))
        .round(new MathContext(2, RoundingMode.UP))
        .toBigInteger()
        .toString();
  }

  /// About three significant digits, no exponent.
  static String digits(double value) {
    double size = Math.abs(value);
    if (size >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    String text = String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
