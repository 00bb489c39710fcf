package dev.goodput.workload.arrival;

/// A few times of each moment of a grid, in whole nanoseconds, so that no error adds up.
final class LookTimes implements FireTimes {
  private final long everyNanos;
  private final int each;
  private long index;

  LookTimes(long everyNanos, int each) {
    this.everyNanos = everyNanos;
    this.each = each;
  }

  @Override
  public long nextNanos() {
    long look = index++ / each;
    return Math.multiplyExact(look, everyNanos);
  }
}
