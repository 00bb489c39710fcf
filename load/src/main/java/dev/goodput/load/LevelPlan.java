package dev.goodput.load;

import dev.goodput.workload.arrival.Arrivals;

/// One level of load.
///
/// @param arrivals when users come
/// @param concurrency users at once in a closed loop, 0 in an open one
/// @param requests most requests, 0 for no limit; in sessions every turn is one
/// @param durationNanos how long users keep coming, 0 for no limit; what has begun by then is
///   followed to its end, what would come later is no part of the plan
/// @param maxInFlight cap on requests at the server at once, 0 for none; users behind it keep their
///   intended start
/// @param slice which part of the plan is asked here: `arrivals`, `requests` and `durationNanos`
///   are those of the whole, `concurrency` is of this part's own users
public record LevelPlan(
    Arrivals arrivals,
    int concurrency,
    long requests,
    long durationNanos,
    int maxInFlight,
    Slice slice) {

  /// A level that is asked as a whole.
  public LevelPlan(
      Arrivals arrivals, int concurrency, long requests, long durationNanos, int maxInFlight) {
    this(arrivals, concurrency, requests, durationNanos, maxInFlight, Slice.WHOLE);
  }

  /// Checks the bounds.
  public LevelPlan {
    if (arrivals instanceof Arrivals.Closed ? concurrency < 1 : concurrency != 0) {
      throw new IllegalArgumentException(
          "a closed loop has at least one user and an open loop names none, found " + concurrency);
    }
    if (requests < 0 || durationNanos < 0 || maxInFlight < 0) {
      throw new IllegalArgumentException("limits are not negative: " + requests);
    }
  }

  /// Requests per second that are asked here, NaN where the arrivals have no rate of their own.
  public double rate() {
    return arrivals.rate() / slice.of();
  }

  /// The same on average from the begin until so many seconds after it.
  public double rateUntil(double seconds) {
    return arrivals.rateUntil(seconds) / slice.of();
  }

  /// Most requests that are asked here, 0 for no limit. Of sessions of several turns, which are
  /// dealt out as a whole, about.
  public long ownRequests() {
    return slice.share(requests);
  }

  /// Whether users wait for their answers before they ask again.
  public boolean closed() {
    return arrivals instanceof Arrivals.Closed;
  }
}
