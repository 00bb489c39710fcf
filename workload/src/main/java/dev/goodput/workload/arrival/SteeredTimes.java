package dev.goodput.workload.arrival;

/// Times that are sums of exponential gaps, each at the rate in force when it is drawn.
final class SteeredTimes implements FireTimes {
  private static final double NANOS = 1e9;
  private static final double HORIZON = Long.MAX_VALUE / 4.0;

  private final DynamicRate pace;
  private final Gaps gaps;
  private long arrivals;
  private long last;

  SteeredTimes(DynamicRate pace, Gaps gaps) {
    this.pace = pace;
    this.gaps = gaps;
  }

  @Override
  public long nextNanos() {
    if (last == END) {
      return END;
    }
    double rate = pace.rate(arrivals, last);
    double next = rate > 0 ? last + gaps.next() * NANOS / rate : HORIZON;
    last = next < HORIZON ? Math.round(next) : END;
    arrivals++;
    return last;
  }
}
