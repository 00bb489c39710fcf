package dev.goodput.lab.search;

/// A stretch of the search at one rate. Its first arrivals are not judged, as they still feel the
/// rate before. The thread that makes the schedule notes its times, ahead; it is judged under the
/// lock of its [Steering].
final class Stretch {
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

  /// @param level the level that it is a part of
  /// @param rate arrivals per second that are asked of the process
  /// @param firstArrival the number of its first arrival in the level
  /// @param dropped how many of its arrivals are not judged
  /// @param arrivals how many it has
  Stretch(LevelStart level, double rate, long firstArrival, long dropped, long arrivals) {
    this.level = level;
    this.rate = rate;
    this.firstArrival = firstArrival;
    this.dropped = dropped;
    this.arrivals = arrivals;
  }

  /// One of an earlier search, whose times are known.
  static Stretch known(LevelStart level, StretchLine line) {
    Stretch stretch = new Stretch(level, line.rate(), 0, line.dropped(), line.arrivals());
    stretch.judgedAfterNanos = line.judgedAfterNanos();
    stretch.endNanos = line.endNanos();
    return stretch;
  }

  /// The moment at which a level began on the run's time axis, which is known only then.
  static final class LevelStart {
    private volatile long nanos;

    void at(long beginNanos) {
      nanos = beginNanos;
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
  StretchLine line(int levelIndex) {
    return new StretchLine(levelIndex, rate, dropped, arrivals, judgedAfterNanos, endNanos);
  }

  /// Whether it can be judged: all of its requests are over, or those that are not have been waited
  /// for as long as makes sense.
  ///
  /// @param aloneNanos how long a request stays that has the server for itself
  boolean over(Observations seen, double aloneNanos) {
    if (!scheduled()) {
      return false;
    }
    Observations.Sum counted = counted(seen);
    // Of those of its requests that are over alone it would be too short: they are the quick ones.
    double patience = PATIENCE * Math.max(aloneNanos, seen.meanResidenceNanos());
    return counted.left == 0 && (missing(counted) == 0 || seen.lastEndNanos() - until() > patience);
  }

  /// Whether every one of its requests was answered or failed, and none was left by the run.
  boolean whole(Observations seen) {
    Observations.Sum counted = counted(seen);
    return scheduled() && counted.left == 0 && missing(counted) == 0;
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
  Segment judge(Observations seen) {
    Observations.Sum counted = counted(seen);
    long missing = missing(counted);
    long before = Math.round(counted.meanResidenceNanos());
    Observations.Sum load = seen.within(after() - before, until());
    double seconds = (endNanos - judgedAfterNanos + before) / 1e9;
    double sessions = Load.INPUT * load.inputSessions + Load.OUTPUT * load.outputSessions + missing;
    return new Segment(
        rate,
        Math.log(Math.max(1, sessions) / seconds),
        Math.max(1, counted.judged + missing),
        counted.good);
  }

  double meanResidenceSeconds(Observations seen) {
    return counted(seen).meanResidenceNanos() / 1e9;
  }

  double lagP99Millis(Observations seen) {
    return seen.lagP99Millis(after(), until());
  }

  /// How much of the load a request's prompt makes, and how much its answer (STATISTICS.md §5.3).
  static final class Load {
    static final double INPUT = .35;
    static final double OUTPUT = .65;

    private Load() {}
  }
}
