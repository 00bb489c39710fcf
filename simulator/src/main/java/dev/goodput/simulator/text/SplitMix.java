package dev.goodput.simulator.text;

import dev.goodput.record.SplitMix64;

/// A small seeded random number generator (SplitMix64).
public final class SplitMix {
  private long state;

  /// Creates a generator; the same seed gives the same numbers.
  public SplitMix(long seed) {
    state = seed;
  }

  /// Returns any long.
  public long next() {
    return SplitMix64.mix(state++);
  }

  /// Returns a number from 0 to `bound` − 1.
  public int below(int bound) {
    return (int) Math.unsignedMultiplyHigh(next(), bound);
  }

  /// Returns a number from 0 (included) to 1 (excluded).
  public double unit() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /// Returns a standard normal number, by Box and Muller.
  public double normal() {
    return Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  }
}
