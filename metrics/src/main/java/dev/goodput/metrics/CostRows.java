package dev.goodput.metrics;

import org.jspecify.annotations.Nullable;

/// The cost rows: hourly cost shared among what an hour gives.
public final class CostRows {
  private static final double MILLION = 1e6;

  private CostRows() {}

  /// What a million output tokens, a million good ones, a request and a session cost, in the cost's
  /// currency, where so much comes per second; absent where nothing does.
  ///
  /// @param sessionsPerSecond absent where nobody knows
  public static LevelResult.CostResult of(
      Cost cost, Rates rates, @Nullable Goodput goodput, @Nullable Double sessionsPerSecond) {
    return new LevelResult.CostResult(
        per(cost, rates.outputTps(), MILLION),
        per(cost, goodput == null ? null : goodput.tokenTps(), MILLION),
        per(cost, rates.rps(), 1),
        per(cost, sessionsPerSecond, 1),
        cost.currency());
  }

  /// Hourly cost ÷ (what comes per second × 3600) × how many are priced.
  private static @Nullable Double per(Cost cost, @Nullable Double perSecond, double priced) {
    return perSecond == null || perSecond <= 0
        ? null
        : cost.perHour() / (perSecond * 3600) * priced;
  }
}
