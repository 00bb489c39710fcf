package dev.goodput.load;

import dev.goodput.workload.arrival.Arrivals;

/// A plan for one level of load.
///
/// @param arrivals when users arrive
/// @param concurrency users at once in a closed loop, 0 in an open one
/// @param requests most requests, 0 for no limit; in sessions every turn is a request
/// @param durationNanos how long users keep arriving, 0 for no limit; requests that have started by
///   then run to their end, later ones are not part of the plan
/// @param maxInFlight cap on requests at the server at once, 0 for none; users that wait behind it
///   keep their intended start
/// @param slice which part of the plan is sent here: `arrivals`, `requests` and `durationNanos`
///   describe the whole plan, `concurrency` is the number of this part's own users
public record LevelPlan(
    Arrivals arrivals,
    int concurrency,
    long requests,
    long durationNanos,
    int maxInFlight,
    Slice slice) {

  /// A level that is sent as a whole.
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

  /// Returns the requests per second that are sent here, NaN if the arrivals have no rate of their
  /// own.
  public double rate() {
    return arrivals.rate() / slice.of();
  }

  /// Returns the average rate that is sent here from the start until the given number of seconds
  /// after it.
  public double rateUntil(double seconds) {
    return arrivals.rateUntil(seconds) / slice.of();
  }

  /// Returns the most requests that are sent here, 0 for no limit. Approximate for sessions of
  /// several turns, which are dealt out as a whole.
  public long ownRequests() {
    return slice.share(requests);
  }

  /// Returns whether users wait for their responses before they send again.
  public boolean closed() {
    return arrivals instanceof Arrivals.Closed;
  }
}
