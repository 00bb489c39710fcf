package dev.goodput.lab.search;

import dev.goodput.metrics.search.Segment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A segment of the search at one rate. Its first arrivals are not judged, because they still feel
/// the previous rate. The thread that makes the schedule sets its times ahead; it is judged under
/// the lock of its [RateController].
final class SearchSegment {
  private static final long NEVER = Long.MAX_VALUE;

  /// How many mean residence times a request may stay before it is no longer waited for.
  private static final double TIMEOUT = 8;

  private final LevelStart level;
  private final double rate;
  private final long firstArrival;
  private final long dropped;
  private final long arrivals;
  private long judgedAfterNanos = NEVER;
  private long endNanos = NEVER;
  private @Nullable Sums settled;

  /// @param level the level that it is a part of
  /// @param rate requested arrivals per second
  /// @param firstArrival the number of its first arrival in the level
  /// @param dropped how many of its arrivals are not judged
  /// @param arrivals how many arrivals it has
  SearchSegment(LevelStart level, double rate, long firstArrival, long dropped, long arrivals) {
    this.level = level;
    this.rate = rate;
    this.firstArrival = firstArrival;
    this.dropped = dropped;
    this.arrivals = arrivals;
  }

  /// Creates a segment of an earlier search, whose times are known.
  static SearchSegment known(LevelStart level, SearchSegmentLine line) {
    SearchSegment segment =
        new SearchSegment(level, line.rate(), 0, line.dropped(), line.arrivals());
    segment.judgedAfterNanos = line.judgedAfterNanos();
    segment.endNanos = line.endNanos();
    return segment;
  }

  /// The level's start on the run's time axis, unknown before the level starts.
  static final class LevelStart {
    private volatile long nanos;
    private volatile boolean begun;
    private volatile @Nullable Boolean asPlanned;

    void at(long beginNanos) {
      nanos = beginNanos;
      begun = true;
    }

    /// Marks the level as ended.
    ///
    /// @param planned false if the run cut it off
    void ended(boolean planned) {
      asPlanned = planned;
    }
  }

  double rate() {
    return rate;
  }

  /// Sets the time of the last arrival so far.
  void at(long arrivalsSoFar, long nanos) {
    if (arrivalsSoFar == firstArrival + dropped) {
      judgedAfterNanos = nanos;
    }
    if (arrivalsSoFar == firstArrival + arrivals) {
      endNanos = nanos;
    }
  }

  /// Returns whether all of its arrivals are scheduled.
  boolean scheduled() {
    return endNanos != NEVER;
  }

  /// Returns what is stored of it in the run directory.
  SearchSegmentLine line(int levelIndex) {
    return new SearchSegmentLine(levelIndex, rate, dropped, arrivals, judgedAfterNanos, endNanos);
  }

  /// Returns whether it can be judged: all of its requests have ended, or the others have been
  /// waited for long enough, or its level has ended and was not cut off by the run.
  ///
  /// @param aloneNanos how long a request stays that has the server to itself
  boolean over(Observations seen, double aloneNanos) {
    // Times mean nothing before their origin is known.
    if (!scheduled() || !level.begun) {
      return false;
    }
    if (settled != null) {
      return true;
    }
    Observations.Sum counted = counted(seen);
    boolean answered = counted.left == 0 && missing(counted) == 0;
    Boolean planned = level.asPlanned;
    if (planned != null) {
      return planned || answered;
    }
    // The segment's own finished requests would give too short a time: they are the quick ones.
    double timeout = TIMEOUT * Math.max(aloneNanos, seen.all().meanResidenceNanos());
    return counted.left == 0 && (answered || seen.lastEndNanos() - until() > timeout);
  }

  private long missing(Observations.Sum counted) {
    return Math.max(0, arrivals - dropped - counted.first);
  }

  private Observations.Sum counted(Observations seen) {
    return seen.within(after(), until());
  }

  private long after() {
    return level.nanos + judgedAfterNanos;
  }

  private long until() {
    return level.nanos + endNanos;
  }

  /// Returns its result from the requests that have ended by now; the others count as missed. Empty
  /// if all users left before they could be judged.
  ///
  /// @param turns turns per session, on average
  Optional<Segment> judge(Observations seen, double turns) {
    Sums sums = sums(seen);
    long missing = missing(sums.counted);
    long judged = sums.counted.judged + missing;
    if (judged == 0) {
      return Optional.empty();
    }
    double seconds = (endNanos - judgedAfterNanos + sums.beforeNanos) / 1e9;
    double sessions = seen.requests(sums.load) / turns + missing;
    return Optional.of(
        new Segment(
            rate,
            Math.log(Math.max(1, sessions) / seconds),
            judged,
            sums.counted.good,
            sums.lagP99Millis));
  }

  double meanResidenceSeconds(Observations seen) {
    return sums(seen).counted.meanResidenceNanos() / 1e9;
  }

  private Sums sums(Observations seen) {
    Sums known = settled;
    if (known != null) {
      return known;
    }
    Observations.Sum counted = counted(seen);
    long before = Math.round(counted.meanResidenceNanos());
    return new Sums(
        counted,
        seen.within(after() - before, until()),
        before,
        seen.lagP99Millis(after(), until()));
  }

  /// Stops examining its requests; hardly any are still in flight.
  void settle(Observations seen) {
    if (settled == null) {
      settled = sums(seen);
    }
  }

  /// Examines its requests again.
  void reopen() {
    settled = null;
  }

  /// The sums over its requests.
  ///
  /// @param counted the requests that are judged
  /// @param load the requests that made the load
  /// @param beforeNanos how long the load lasted before the first judged request
  private record Sums(
      Observations.Sum counted, Observations.Sum load, long beforeNanos, double lagP99Millis) {}

  /// The shares of a request's prompt and response in the load (docs/explanation/statistics.md).
  static final class Load {
    static final double INPUT = .35;
    static final double OUTPUT = .65;

    private Load() {}
  }
}
