package dev.goodput.validation.simulator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The result of a validation of the simulator.
///
/// @param validations one per log and set of fitted parameters, at least one
/// @param ablations the error of the second validation without each term of the model; empty for a
///   log of the user's own
/// @param cliffs the cliffs that the engine shows; empty for a log of the user's own
public record ValidationReport(
    List<Validation> validations, Map<Ablation, Double> ablations, List<Cliff> cliffs) {
  private static final List<List<Parameter>> SHIPPED_FITS =
      List.of(
          List.of(Parameter.MEMORY),
          List.of(Parameter.COMPUTE, Parameter.MEMORY, Parameter.OVERHEAD));

  /// Copies the lists.
  public ValidationReport {
    validations = List.copyOf(validations);
    cliffs = List.copyOf(cliffs);
  }

  /// Validates one log.
  ///
  /// @param fit the parameters to fit to it
  public static ValidationReport of(EngineLog log, List<Parameter> fit) {
    return new ValidationReport(List.of(Validation.of(log, fit)), Map.of(), List.of());
  }

  /// Validates each shipped log twice: with nothing fitted, then with parameters fitted.
  ///
  /// @param fit the parameters; if there are none, those in docs/explanation/simulator.md
  public static ValidationReport ofShipped(List<Parameter> fit) {
    List<EngineLog> logs = EngineLogs.shipped();
    List<Validation> all = new ArrayList<>();
    for (int i = 0; i < logs.size(); i++) {
      all.add(Validation.of(logs.get(i), List.of()));
      all.add(Validation.of(logs.get(i), fit.isEmpty() ? SHIPPED_FITS.get(i) : fit));
    }
    Map<Ablation, Double> ablations = new EnumMap<>(Ablation.class);
    for (Ablation ablation : Ablation.values()) {
      ablations.put(ablation, all.get(1).rmsRelativeErrorWithout(ablation));
    }
    return new ValidationReport(all, ablations, Cliff.all());
  }

  /// Returns the largest error of all validations.
  double rmsRelativeError() {
    return validations.stream().mapToDouble(Validation::rmsRelativeError).max().orElseThrow();
  }
}
