package dev.goodput.lab.saturation;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.saturation.LoadAxis;

/// Which loads are tried, and for how long.
///
/// @param axis what grows; a rate is one of sessions, where these have several turns
/// @param from the first load, users or arrivals per second; 0 to find it by a flood
/// @param to no heavier load is tried; 0 to find it by a flood
/// @param growth each load is so many times the one before, until more brings nothing
/// @param levelNanos no level asks for longer
/// @param analysis how a level is judged
/// @param maxErrorRate failures ÷ requests that are allowed
public record SaturationPlan(
    LoadAxis axis,
    double from,
    double to,
    double growth,
    long levelNanos,
    AnalysisOptions analysis,
    double maxErrorRate) {
  /// Each load twice the one before.
  public static final double USUAL_GROWTH = 2;

  /// One user, to begin with.
  public static final double USUAL_FROM_USERS = 1;

  /// More users than most engines take at once.
  public static final double USUAL_TO_USERS = 1024;

  /// Three minutes.
  public static final long USUAL_LEVEL_NANOS = 180_000_000_000L;

  /// Turns of a user at each level.
  static final int TURNS = 15;

  private static final int LEAST_TURNS = 30;

  /// Checks the bounds.
  public SaturationPlan {
    boolean known = from > 0 && to > 0;
    if (!(from >= 0 && to >= 0) || (known && to < from)) {
      throw new IllegalArgumentException("loads go from %s to %s".formatted(from, to));
    }
    if (!(growth > 1)) {
      throw new IllegalArgumentException("loads grow by more than 1, found " + growth);
    }
    if (levelNanos <= 0) {
      throw new IllegalArgumentException("a level takes time, found " + levelNanos);
    }
  }

  /// What the way to the heaviest load costs at most, loads in between and floods apart.
  ///
  /// @param levels how many
  /// @param requests of all of them
  public record Price(int levels, long requests) {}

  /// What users cost at most; a rate's price is known once a flood has shown what rates there are.
  public Price price() {
    double load = from;
    long requests = turns((int) load);
    int levels = 1;
    while (load < to) {
      load = next(load);
      requests += turns((int) load);
      levels++;
    }
    return new Price(levels, requests);
  }

  /// So many turns users take together at a level, so that five of each are warm-up and ten are
  /// measured.
  long turns(int users) {
    return Math.max(LEAST_TURNS, (long) TURNS * users);
  }

  /// The next heavier load.
  double next(double load) {
    double next = rounded(load * growth);
    return Math.min(to, axis.open() ? next : Math.max(load + 1, next));
  }

  /// A load that there can be.
  double rounded(double load) {
    return axis.open() ? load : Math.max(1, Math.rint(load));
  }

  /// The same with the loads that a flood showed to be worth a try: from an eighth of what the
  /// server answers at most (less where no more is to be tried) to twice that: at a fifth above it
  /// requests pile up too slowly to be seen in a level's time.
  ///
  /// @param flooded arrivals per second that a flood was answered at
  SaturationPlan within(double flooded) {
    double first = from > 0 ? from : to > 0 ? Math.min(to, flooded / 8) : flooded / 8;
    return new SaturationPlan(
        axis,
        first,
        to > 0 ? to : Math.max(first, 2 * flooded),
        growth,
        levelNanos,
        analysis,
        maxErrorRate);
  }
}
