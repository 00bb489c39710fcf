package dev.goodput.record;

/// Pseudorandom numbers that depend only on their arguments: the output function of SplitMix64
/// (Steele, Lea and Flood, OOPSLA 2014).
public final class SplitMix64 {
  private SplitMix64() {}

  /// Returns a bijection of 64 bits in which every input bit affects the whole result.
  public static long mix(long value) {
    long bits = value + 0x9E37_79B9_7F4A_7C15L;
    bits = (bits ^ (bits >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return bits ^ (bits >>> 31);
  }

  /// Converts mixed bits to a number from 0 (included) to 1 (excluded).
  public static double unit(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }
}
