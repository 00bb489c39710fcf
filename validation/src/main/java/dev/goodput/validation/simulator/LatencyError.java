package dev.goodput.validation.simulator;

import java.util.List;

/// One statistic of a log, and of its simulation.
///
/// @param name the metric and the statistic, as `ttft_p50`
/// @param measuredMillis its value in the log, above 0
/// @param simulatedMillis its value in the simulation
record LatencyError(String name, double measuredMillis, double simulatedMillis) {

  /// How far the simulation is off: 0.01 is one percent too much.
  public double relative() {
    return simulatedMillis / measuredMillis - 1;
  }

  /// Root mean square of the relative errors.
  static double rms(List<LatencyError> errors) {
    return Math.sqrt(
        errors.stream()
            .mapToDouble(LatencyError::relative)
            .map(relative -> relative * relative)
            .average()
            .orElseThrow());
  }
}
