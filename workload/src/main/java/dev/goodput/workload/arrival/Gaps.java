package dev.goodput.workload.arrival;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;

/// Gaps between arrivals with mean 1.
@FunctionalInterface
interface Gaps {
  double next();

  /// Returns gamma gaps with the given CV: exponential gaps for 1; for 0 even gaps with a first gap
  /// of 0.
  static Gaps of(long seed, double cv) {
    RandomStream random = RandomStream.of(seed, Purpose.ARRIVALS);
    if (cv == 0) {
      return new Even();
    }
    if (cv == 1) {
      return random::nextExponential;
    }
    double shape = 1 / (cv * cv);
    return () -> random.nextGamma(shape) / shape;
  }

  /// Even gaps; the first is 0.
  final class Even implements Gaps {
    private boolean begun;

    @Override
    public double next() {
      double gap = begun ? 1 : 0;
      begun = true;
      return gap;
    }
  }
}
