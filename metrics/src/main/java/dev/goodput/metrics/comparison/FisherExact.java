package dev.goodput.metrics.comparison;

/// Fisher's exact test: whether those runs of two sides that are marked lie on one of them more
/// often than chance lets them.
final class FisherExact {
  private FisherExact() {}

  /// The chance that of so many runs drawn from all so many or more are marked ones.
  ///
  /// @param found marked ones among those drawn
  /// @param marked of all
  static double atLeast(int found, int drawn, int all, int marked) {
    double chance = 0;
    for (int k = found; k <= Math.min(drawn, marked); k++) {
      chance += Math.exp(ways(marked, k) + ways(all - marked, drawn - k) - ways(all, drawn));
    }
    return Math.min(1, chance);
  }

  /// The logarithm of how many ways there are to choose so many; −∞ where there is none.
  private static double ways(int all, int chosen) {
    if (chosen > all) {
      return Double.NEGATIVE_INFINITY;
    }
    double log = 0;
    for (int i = 1; i <= chosen; i++) {
      log += Math.log((double) (all - chosen + i) / i);
    }
    return log;
  }
}
