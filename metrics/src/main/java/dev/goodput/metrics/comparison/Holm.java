package dev.goodput.metrics.comparison;

import java.util.Arrays;
import java.util.Comparator;

/// Holm's correction of several tests (Scandinavian Journal of Statistics 6, 1979): the chance of
/// any false alarm stays what was asked for one, however the tests depend on each other.
public final class Holm {
  private Holm() {}

  /// Returns the corrected p-values, which are compared with the level itself, in the same order:
  /// the i-th smallest of m times m − i + 1, never less than one before it, at most 1.
  public static double[] corrected(double[] pValues) {
    Integer[] order = new Integer[pValues.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> pValues[i]));
    double[] corrected = new double[pValues.length];
    double largest = 0;
    for (int i = 0; i < order.length; i++) {
      largest = Math.max(largest, Math.min(1, pValues[order[i]] * (pValues.length - i)));
      corrected[order[i]] = largest;
    }
    return corrected;
  }
}
