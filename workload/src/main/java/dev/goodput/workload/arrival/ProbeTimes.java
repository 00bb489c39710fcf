package dev.goodput.workload.arrival;

/// A fixed number of requests at each moment of a grid, in whole nanoseconds, so that errors do not
/// accumulate.
final class ProbeTimes implements FireTimes {
  private final long everyNanos;
  private final int each;
  private long index;

  ProbeTimes(long everyNanos, int each) {
    this.everyNanos = everyNanos;
    this.each = each;
  }

  @Override
  public long nextNanos() {
    long look = index++ / each;
    return Math.multiplyExact(look, everyNanos);
  }
}
