package dev.goodput.metrics.analysis;

/// Means over the quarters of a stretch of time; NaN where a quarter holds nothing.
record Quarters(double first, double second, double third, double fourth) {
  /// What grows evenly from nothing grows by two fifths from the third quarter to the last.
  private static final double GROWTH = 1.2;

  /// Means by quarter of what a stretch of time holds.
  interface Mean {
    /// The mean from a moment to before another, NaN where nothing is there.
    double of(long from, long to);
  }

  static Quarters of(Mean mean, long begin, long end) {
    long length = (end - begin) / 4 + 1;
    return new Quarters(
        mean.of(begin, begin + length),
        mean.of(begin + length, begin + 2 * length),
        mean.of(begin + 2 * length, begin + 3 * length),
        mean.of(begin + 3 * length, begin + 4 * length));
  }

  /// Whether each quarter is well above the one before, from the third on.
  boolean growFromSecond() {
    return third > GROWTH * second && fourth > GROWTH * third;
  }

  /// Whether each quarter is well above the one before.
  boolean grow() {
    return second > GROWTH * first && growFromSecond();
  }

  /// By how much it grew over half of the time, from the middle of one quarter to that of another.
  double growthOverHalf() {
    return fourth - second;
  }
}
