package dev.goodput.metrics.result;

import org.jspecify.annotations.Nullable;

/// The electric energy of a level over its measurement window, per unit of work. Figures that need
/// an unknown rate are null.
///
/// @param watts mean power of all devices
/// @param perOutputToken joules per output token: power ÷ output TPS
/// @param perGoodToken joules per output token of good requests: power ÷ token goodput
/// @param perRequest joules per successful request: power ÷ RPS
/// @param outputTpsPerWatt output TPS ÷ power, the same as output tokens per joule
public record Energy(
    double watts,
    @Nullable Double perOutputToken,
    @Nullable Double perGoodToken,
    @Nullable Double perRequest,
    @Nullable Double outputTpsPerWatt) {
  private static final double MEGAWATT = 1e6;

  /// Computes the figures.
  ///
  /// @param watts mean power of all devices, at least 0
  public static Energy of(double watts, LevelResult level) {
    return of(watts, level.rates(), level.goodput());
  }

  /// Computes the figures of rates over any time.
  ///
  /// @param watts mean power of all devices over the same time, at least 0
  public static Energy of(double watts, Rates rates, @Nullable Goodput goodput) {
    Double tps = rates.outputTps();
    return new Energy(
        watts,
        per(watts, tps),
        per(watts, goodput == null ? null : goodput.tokenTps()),
        per(watts, rates.rps()),
        tps == null || watts == 0 ? null : Double.valueOf(tps / watts));
  }

  private static @Nullable Double per(double watts, @Nullable Double perSecond) {
    return perSecond == null || perSecond <= 0 ? null : Double.valueOf(watts / perSecond);
  }

  /// Returns output TPS per megawatt.
  public @Nullable Double outputTpsPerMegawatt() {
    return outputTpsPerWatt == null ? null : Double.valueOf(MEGAWATT * outputTpsPerWatt);
  }
}
