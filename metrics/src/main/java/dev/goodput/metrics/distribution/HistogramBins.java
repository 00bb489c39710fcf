package dev.goodput.metrics.distribution;

/// The bins of histograms of a given precision. Values below 2^bits have bins of their own; above,
/// each doubling has 2^bits bins. A bin's number is `doubling << bits | mantissa`.
public final class HistogramBins {
  private HistogramBins() {}

  /// Returns the bin of a value, which must not be negative.
  public static int of(long value, int bits) {
    int doubling = Math.max(0, Long.SIZE - bits - Long.numberOfLeadingZeros(value));
    int mantissa = (int) (value >>> Math.max(0, doubling - 1)) & ((1 << bits) - 1);
    return doubling << bits | mantissa;
  }

  /// Returns the smallest value of a bin.
  public static long lowest(int bin, int bits) {
    int doubling = bin >>> bits;
    long mantissa = bin & ((1 << bits) - 1);
    return doubling == 0 ? mantissa : (1L << bits | mantissa) << (doubling - 1);
  }

  /// Returns the middle of a bin, within a share of 2^−(bits + 1) of any value in it.
  public static long middle(int bin, int bits) {
    int doubling = bin >>> bits;
    return lowest(bin, bits) + (doubling < 2 ? 0 : 1L << (doubling - 2));
  }
}
