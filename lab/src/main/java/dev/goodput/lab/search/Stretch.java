package dev.goodput.lab.search;

/// A stretch of the search at one rate. Its first arrivals are not judged, as they still feel the
/// rate before.
final class Stretch {
  private static final long NEVER = Long.MAX_VALUE;

  final double rate;
  private final long firstArrival;
  private final long dropped;
  private final long arrivals;
  private long judgedAfterNanos = NEVER;
  private long endNanos = NEVER;

  /// @param firstArrival the number of its first arrival
  /// @param dropped how many of its arrivals are not judged
  /// @param arrivals how many it has
  Stretch(double rate, long firstArrival, long dropped, long arrivals) {
    this.rate = rate;
    this.firstArrival = firstArrival;
    this.dropped = dropped;
    this.arrivals = arrivals;
  }

  /// Notes the time of the last arrival so far.
  void at(long arrivalsSoFar, long nanos) {
    if (arrivalsSoFar == firstArrival + dropped) {
      judgedAfterNanos = nanos;
    }
    if (arrivalsSoFar == firstArrival + arrivals) {
      endNanos = nanos;
    }
  }

  boolean over() {
    return endNanos != NEVER;
  }

  /// What it shows, of the requests that are over by now; who is not by then is not well served.
  Segment judge(Observations seen) {
    Observations.Sum counted = seen.within(judgedAfterNanos, endNanos);
    long missing = Math.max(0, arrivals - dropped - counted.first);
    long before = Math.round(counted.meanResidenceNanos());
    Observations.Sum load = seen.within(judgedAfterNanos - before, endNanos);
    double seconds = (endNanos - judgedAfterNanos + before) / 1e9;
    double sessions = Load.INPUT * load.inputSessions + Load.OUTPUT * load.outputSessions + missing;
    return new Segment(
        rate,
        Math.log(Math.max(1, sessions) / seconds),
        Math.max(1, counted.judged + missing),
        counted.good);
  }

  double meanResidenceSeconds(Observations seen) {
    return seen.within(judgedAfterNanos, endNanos).meanResidenceNanos() / 1e9;
  }

  /// How much of the load a request's prompt makes, and how much its answer (STATISTICS.md §5.3).
  static final class Load {
    static final double INPUT = .35;
    static final double OUTPUT = .65;

    private Load() {}
  }
}
