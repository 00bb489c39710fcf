package dev.goodput.load;

import dev.goodput.workload.arrival.Arrivals;
import java.util.List;
import java.util.stream.IntStream;

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

  /// Returns when each user of one loop first sends in a closed loop, in nanoseconds after the
  /// level's start. Users who think start evenly spread over one think time, because they would
  /// otherwise all send at the same moments.
  List<Long> userStarts(int loop, int loops) {
    return IntStream.iterate(loop, user -> user < concurrency, user -> user + loops)
        .mapToObj(user -> Math.round((double) thinkNanos() * user / concurrency))
        .toList();
  }

  /// Returns the pause of a closed-loop user between two sessions, 0 in an open loop.
  public long thinkNanos() {
    return arrivals instanceof Arrivals.Closed(long thinkNanos) ? thinkNanos : 0;
  }

  /// Returns whether users wait for their responses before they send again.
  public boolean closed() {
    return arrivals instanceof Arrivals.Closed;
  }
}
