package dev.goodput.simulator.text;

import dev.goodput.simulator.engine.Hashes;

/// A small seeded generator (SplitMix64).
public final class SplitMix {
  private long state;

  /// The same seed gives the same numbers.
  public SplitMix(long seed) {
    state = seed;
  }

  /// Any long.
  public long next() {
    return Hashes.mix(state++);
  }

  /// From 0 to `bound` − 1.
  public int below(int bound) {
    return (int) Math.unsignedMultiplyHigh(next(), bound);
  }

  /// From 0 (included) to 1 (excluded).
  public double unit() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  /// Standard normal, by Box and Muller.
  public double normal() {
    return Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  }
}
