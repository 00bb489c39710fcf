package dev.goodput.workload.arrival;

/// Times that are sums of independent gaps.
///
/// The sum is kept as whole nanoseconds and a fraction below 1: a double alone would lose single
/// nanoseconds after some months, and more with each addition.
final class RenewalTimes implements FireTimes {
  private static final double NANOS = 1e9;
  private static final long HORIZON = Long.MAX_VALUE / 4;

  private final double meanNanos;
  private final Gaps gaps;
  private long whole;
  private double fraction;

  RenewalTimes(double rate, Gaps gaps) {
    this.meanNanos = NANOS / rate;
    this.gaps = gaps;
  }

  @Override
  public long nextNanos() {
    double gap = gaps.next() * meanNanos;
    if (whole > HORIZON || gap > HORIZON) {
      whole = END;
      return END;
    }
    long part = (long) gap;
    whole += part;
    fraction += gap - part;
    if (fraction >= 1) {
      whole++;
      fraction -= 1;
    }
    return whole;
  }
}
