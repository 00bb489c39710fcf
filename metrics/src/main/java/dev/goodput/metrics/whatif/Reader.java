package dev.goodput.metrics.whatif;

/// A person who reads while the response arrives.
///
/// @param paceTps reading speed in tokens per second: 5 by default, 10 for skimming
public record Reader(double paceTps) {
  /// The slowest reading speed, a token per hour.
  public static final double SLOWEST_TPS = 1e9 / EvenStream.MAX_NANOS;

  /// The default reader, about 240 words a minute.
  public static final Reader DEFAULT = new Reader(5);

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException if the speed is not a number, or slower than a token per hour
  public Reader {
    if (!(paceTps >= SLOWEST_TPS) || Double.isInfinite(paceTps)) {
      throw new IllegalArgumentException("a reading pace is above 0, found " + paceTps);
    }
  }

  /// Returns the time per token, rounded to nanoseconds.
  public long tokenNanos() {
    return Math.round(1e9 / paceTps);
  }
}
