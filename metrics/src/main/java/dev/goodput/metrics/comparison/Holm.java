package dev.goodput.metrics.comparison;

import java.util.Arrays;
import java.util.Comparator;

/// Holm's correction for multiple tests (Scandinavian Journal of Statistics 6, 1979). It bounds the
/// probability of any false alarm by the level of a single test, whatever the dependence between
/// tests.
public final class Holm {
  private Holm() {}

  /// Returns the corrected p-values, in the same order. The i-th smallest of m is multiplied by m −
  /// i + 1, is at least the one before it, and at most 1.
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
