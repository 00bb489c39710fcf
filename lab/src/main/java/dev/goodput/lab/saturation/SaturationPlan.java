package dev.goodput.lab.saturation;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.saturation.LoadAxis;

/// The loads to try, and for how long.
///
/// @param axis what grows; for sessions of several turns, a rate is one of sessions
/// @param from the first load, users or arrivals per second; 0 to find it by a flood
/// @param to the highest load; 0 to find it by a flood
/// @param growth the factor from each load to the next, until more load brings nothing
/// @param levelNanos the longest time for which a level sends requests
/// @param analysis how a level is analysed
/// @param maxErrorRate the allowed failures ÷ requests
public record SaturationPlan(
    LoadAxis axis,
    double from,
    double to,
    double growth,
    long levelNanos,
    AnalysisOptions analysis,
    double maxErrorRate) {
  /// The default growth: each load is twice the previous one.
  public static final double DEFAULT_GROWTH = 2;

  /// The default first load: one user.
  public static final double DEFAULT_FROM_USERS = 1;

  /// The default highest load: more users than most engines process at once.
  public static final double DEFAULT_TO_USERS = 1024;

  /// The default limit of a level: three minutes.
  public static final long DEFAULT_LEVEL_NANOS = 180_000_000_000L;

  /// Turns per user at each level.
  static final int TURNS = 15;

  private static final int MIN_TURNS = 30;

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

  /// The most that the way to the heaviest load costs, without loads in between and floods.
  ///
  /// @param levels the number of levels
  /// @param requests the requests of all levels
  public record Price(int levels, long requests) {}

  /// Returns the highest cost of a run over users. The cost of a run over rates is known only after
  /// a flood has shown the possible rates.
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

  /// Returns how many turns users take together at a level: for each user five are warm-up and ten
  /// are measured.
  long turns(int users) {
    return Math.max(MIN_TURNS, (long) TURNS * users);
  }

  /// Returns the next heavier load.
  double next(double load) {
    double next = rounded(load * growth);
    return Math.min(to, axis.open() ? next : Math.max(load + 1, next));
  }

  /// Rounds to a possible load.
  double rounded(double load) {
    return axis.open() ? load : Math.max(1, Math.rint(load));
  }

  /// Returns this plan with the loads worth trying after a flood: from an eighth of what the server
  /// answers at most (less if the plan's highest load is lower) to twice that. At only a fifth
  /// above capacity, requests pile up too slowly to be detected within a level.
  ///
  /// @param flooded the arrivals per second at which a flood was answered
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
