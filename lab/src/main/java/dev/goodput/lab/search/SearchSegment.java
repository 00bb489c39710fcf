package dev.goodput.lab.search;

import dev.goodput.metrics.search.Segment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stretch of the search at one rate. Its first arrivals are not judged, as they still feel the
/// rate before. The thread that makes the schedule notes its times, ahead; it is judged under the
/// lock of its [RateController].
final class SearchSegment {
  private static final long NEVER = Long.MAX_VALUE;

  /// How many mean residence times a request may stay until it is not waited for any more.
  private static final double PATIENCE = 8;

  private final LevelStart level;
  private final double rate;
  private final long firstArrival;
  private final long dropped;
  private final long arrivals;
  private long judgedAfterNanos = NEVER;
  private long endNanos = NEVER;
  private @Nullable Sums settled;

  /// @param level the level that it is a part of
  /// @param rate arrivals per second that are asked of the process
  /// @param firstArrival the number of its first arrival in the level
  /// @param dropped how many of its arrivals are not judged
  /// @param arrivals how many it has
  SearchSegment(LevelStart level, double rate, long firstArrival, long dropped, long arrivals) {
    this.level = level;
    this.rate = rate;
    this.firstArrival = firstArrival;
    this.dropped = dropped;
    this.arrivals = arrivals;
  }

  /// One of an earlier search, whose times are known.
  static SearchSegment known(LevelStart level, SearchSegmentLine line) {
    SearchSegment stretch =
        new SearchSegment(level, line.rate(), 0, line.dropped(), line.arrivals());
    stretch.judgedAfterNanos = line.judgedAfterNanos();
    stretch.endNanos = line.endNanos();
    return stretch;
  }

  /// The level on the run's time axis, of which nothing is known before it begins.
  static final class LevelStart {
    private volatile long nanos;
    private volatile boolean begun;
    private volatile @Nullable Boolean asPlanned;

    void at(long beginNanos) {
      nanos = beginNanos;
      begun = true;
    }

    /// It is over.
    ///
    /// @param planned false where the run left it
    void ended(boolean planned) {
      asPlanned = planned;
    }
  }

  double rate() {
    return rate;
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

  /// Whether all of its arrivals are scheduled.
  boolean scheduled() {
    return endNanos != NEVER;
  }

  /// What is kept of it in the run directory.
  SearchSegmentLine line(int levelIndex) {
    return new SearchSegmentLine(levelIndex, rate, dropped, arrivals, judgedAfterNanos, endNanos);
  }

  /// Whether it can be judged: all of its requests are over, or those that are not have been waited
  /// for as long as makes sense, or its level is over and was not left by the run.
  ///
  /// @param aloneNanos how long a request stays that has the server for itself
  boolean over(Observations seen, double aloneNanos) {
    // Nothing can be told of times before it is known when they are counted from.
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
    // Of those of its requests that are over alone it would be too short: they are the quick ones.
    double patience = PATIENCE * Math.max(aloneNanos, seen.all().meanResidenceNanos());
    return counted.left == 0 && (answered || seen.lastEndNanos() - until() > patience);
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

  /// What it shows, of the requests that are over by now; who is not by then is not well served.
  /// Empty where all users left before they could be judged.
  ///
  /// @param turns of a session, on average
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

  /// Looks through its requests no more: hardly any is still under way.
  void settle(Observations seen) {
    if (settled == null) {
      settled = sums(seen);
    }
  }

  /// Looks through its requests again.
  void unsettle() {
    settled = null;
  }

  /// What its requests come to.
  ///
  /// @param counted those that are judged
  /// @param load those that made the load
  /// @param beforeNanos for how long before the first that is judged they did
  private record Sums(
      Observations.Sum counted, Observations.Sum load, long beforeNanos, double lagP99Millis) {}

  /// How much of the load a request's prompt makes, and how much its answer (STATISTICS.md §5.3).
  static final class Load {
    static final double INPUT = .35;
    static final double OUTPUT = .65;

    private Load() {}
  }
}
