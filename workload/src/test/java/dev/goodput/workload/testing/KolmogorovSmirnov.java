package dev.goodput.workload.testing;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/// The one-sample Kolmogorov–Smirnov test for large samples.
public final class KolmogorovSmirnov {
  /// √n·D that a true sample exceeds once in a thousand times (asymptotic distribution).
  public static final double ONE_IN_A_THOUSAND = 1.9495;

  private KolmogorovSmirnov() {}

  /// Returns √n times the largest distance between the sample's distribution and the given one.
  public static double statistic(double[] sample, DoubleUnaryOperator distribution) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double distance = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = distribution.applyAsDouble(sorted[i]);
      distance = Math.max(distance, expected - (double) i / sorted.length);
      distance = Math.max(distance, (i + 1.0) / sorted.length - expected);
    }
    return distance * Math.sqrt(sorted.length);
  }
}
