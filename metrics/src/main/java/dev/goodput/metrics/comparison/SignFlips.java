package dev.goodput.metrics.comparison;

import java.util.OptionalDouble;

/// Fisher's randomisation test of paired differences: if A and B are the same, each difference has
/// either sign with equal probability.
final class SignFlips {
  /// The largest number of differences of which all 2ⁿ combinations of signs are tried.
  static final int MAX = 20;

  private static final double ROUNDING = 1e-12;

  private SignFlips() {}

  /// Returns the share of all combinations of signs whose sum is at least as far from 0 as the
  /// observed one; at least 2 ÷ 2ⁿ. Empty for no differences or more than [#MAX].
  static OptionalDouble pValue(double[] differences) {
    if (differences.length == 0 || differences.length > MAX) {
      return OptionalDouble.empty();
    }
    double scale = 0;
    double observed = 0;
    for (double difference : differences) {
      scale += Math.abs(difference);
      observed += difference;
    }
    double threshold = Math.abs(observed) - ROUNDING * scale;
    int combinations = 1 << differences.length;
    int asExtreme = 0;
    for (int signs = 0; signs < combinations; signs++) {
      asExtreme += Math.abs(sum(differences, signs)) >= threshold ? 1 : 0;
    }
    return OptionalDouble.of((double) asExtreme / combinations);
  }

  /// Returns the probability of at least so many successes in fair trials, each with a probability
  /// of ½.
  static double binomialTail(int successes, int trials) {
    double chance = 0;
    double ways = 1;
    for (int k = 0; k <= trials; k++) {
      chance += k >= successes ? ways : 0;
      ways = ways * (trials - k) / (k + 1);
    }
    return chance / Math.pow(2, trials);
  }

  private static double sum(double[] differences, int signs) {
    double sum = 0;
    for (int i = 0; i < differences.length; i++) {
      sum += (signs >> i & 1) == 0 ? differences[i] : -differences[i];
    }
    return sum;
  }
}
