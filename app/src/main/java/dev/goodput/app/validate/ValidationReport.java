package dev.goodput.app.validate;

import dev.goodput.validation.simulator.Ablation;
import dev.goodput.validation.simulator.Cliff;
import dev.goodput.validation.simulator.Validation;
import java.util.List;
import java.util.Map;

/// What a validation of the simulator found.
///
/// @param validations one per log and set of fitted parameters, at least one
/// @param ablations what the second validation's log is missed by without a term; empty for a log
///   of the user's own
/// @param cliffs that the engine shows; empty for a log of the user's own
record ValidationReport(
    List<Validation> validations, Map<Ablation, Double> ablations, List<Cliff> cliffs) {
  ValidationReport {
    validations = List.copyOf(validations);
    cliffs = List.copyOf(cliffs);
  }

  /// The largest error of all its validations.
  double rmsRelativeError() {
    return validations.stream().mapToDouble(Validation::rmsRelativeError).max().orElseThrow();
  }
}
