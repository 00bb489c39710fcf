package dev.goodput.workload.arrival;

/// Even times, each computed from its index, so that errors do not accumulate.
final class EvenTimes implements FireTimes {
  private static final double NANOS = 1e9;

  private final double rate;
  private long index;

  EvenTimes(double rate) {
    this.rate = rate;
  }

  @Override
  public long nextNanos() {
    return Math.round(index++ / rate * NANOS);
  }
}
