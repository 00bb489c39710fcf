package dev.goodput.metrics.whatif;

/// Somebody who reads along while the answer comes.
///
/// @param paceTps tokens read in a second: 5 by default, 10 a skimmer (METRICS.md §6)
public record Reader(double paceTps) {
  /// The slowest pace, a token in an hour.
  public static final double SLOWEST_TPS = 1e9 / EvenStream.MOST_NANOS;

  /// The usual reader, of about 240 words a minute.
  public static final Reader USUAL = new Reader(5);

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException where the pace is no number, or slower than a token an hour
  public Reader {
    if (!(paceTps >= SLOWEST_TPS) || Double.isInfinite(paceTps)) {
      throw new IllegalArgumentException("a reading pace is above 0, found " + paceTps);
    }
  }

  /// How long a token takes them, to the nanosecond.
  public long tokenNanos() {
    return Math.round(1e9 / paceTps);
  }
}
