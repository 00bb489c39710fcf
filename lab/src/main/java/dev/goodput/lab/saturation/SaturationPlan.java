package dev.goodput.lab.saturation;

import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.saturation.Axis;

/// Which loads are tried, and for how long.
///
/// @param axis what grows
/// @param from the first load, users or requests per second; 0 to find it by a flood
/// @param to no heavier load is tried; 0 to find it by a flood
/// @param growth each load is so many times the one before, until more brings nothing
/// @param levelNanos no level asks for longer
/// @param analysis how a level is judged
/// @param maxErrorRate failures ÷ requests that are allowed
public record SaturationPlan(
    Axis axis,
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

  /// The same with the loads that a flood showed to be worth a try: from an eighth of what the
  /// server answers at most to a fifth above it.
  SaturationPlan within(double floodRps) {
    return new SaturationPlan(
        axis,
        from > 0 ? from : floodRps / 8,
        to > 0 ? to : 1.2 * floodRps,
        growth,
        levelNanos,
        analysis,
        maxErrorRate);
  }
}
