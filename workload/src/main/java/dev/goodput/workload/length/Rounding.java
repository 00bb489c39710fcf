package dev.goodput.workload.length;

import java.math.BigDecimal;
import java.util.function.DoubleSupplier;

/// From real draws to whole lengths, and numbers in words.
final class Rounding {
  private static final int MAX_DRAWS = 1000;

  private Rounding() {}

  /// Rounds a draw; one below 1 is drawn again, 1 after a thousand of them. At most [Lengths#MOST].
  static int redraw(DoubleSupplier draw) {
    for (int i = 0; i < MAX_DRAWS; i++) {
      long value = Math.round(draw.getAsDouble());
      if (value >= 1) {
        return (int) Math.min(value, Lengths.MOST);
      }
    }
    return 1;
  }

  /// A number without an exponent and without needless zeros.
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
