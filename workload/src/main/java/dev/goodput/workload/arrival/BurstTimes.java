package dev.goodput.workload.arrival;

/// All times at the start.
final class BurstTimes implements FireTimes {
  private long left;

  BurstTimes(long count) {
    this.left = count;
  }

  @Override
  public long nextNanos() {
    if (left == 0) {
      return END;
    }
    left--;
    return 0;
  }
}
