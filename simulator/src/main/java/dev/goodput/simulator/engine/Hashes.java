package dev.goodput.simulator.engine;

/// 64-bit mixing (the finaliser of SplitMix64, Steele et al. 2014).
public final class Hashes {
  private Hashes() {}

  /// A bijection that spreads every input bit over the result.
  public static long mix(long value) {
    long z = value + 0x9E37_79B9_7F4A_7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }

  /// Returns the hash of a chain extended by a value.
  public static long chain(long before, long value) {
    return mix(before * 31 + mix(value));
  }
}
