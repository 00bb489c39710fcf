package dev.goodput.app.validate;

import dev.goodput.validation.simulator.Ablation;
import dev.goodput.validation.simulator.Cliff;
import dev.goodput.validation.simulator.Validation;
import java.util.List;
import java.util.Map;

/// The result of a validation of the simulator.
///
/// @param validations one per log and set of fitted parameters, at least one
/// @param ablations the error of the second validation without each term of the model; empty for a
///   log of the user's own
/// @param cliffs the cliffs that the engine shows; empty for a log of the user's own
record ValidationReport(
    List<Validation> validations, Map<Ablation, Double> ablations, List<Cliff> cliffs) {
  ValidationReport {
    validations = List.copyOf(validations);
    cliffs = List.copyOf(cliffs);
  }

  /// Returns the largest error of all validations.
  double rmsRelativeError() {
    return validations.stream().mapToDouble(Validation::rmsRelativeError).max().orElseThrow();
  }
}
