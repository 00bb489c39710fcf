package dev.goodput.workload.length;

import java.math.BigDecimal;
import java.util.function.DoubleSupplier;

/// The rounding of real draws to whole lengths, and number formatting.
final class Rounding {
  private static final int MAX_DRAWS = 1000;

  private Rounding() {}

  /// Rounds a draw; a value below 1 is drawn again, up to a thousand times, then 1 is returned. At
  /// most [LengthDistribution#MAX].
  static int redraw(DoubleSupplier draw) {
    for (int i = 0; i < MAX_DRAWS; i++) {
      long value = Math.round(draw.getAsDouble());
      if (value >= 1) {
        return (int) Math.min(value, LengthDistribution.MAX);
      }
    }
    return 1;
  }

  /// Returns a number without an exponent and trailing zeros.
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
