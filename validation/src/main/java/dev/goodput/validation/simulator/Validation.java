package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.List;

/// How well the simulated engine reproduces a log.
///
/// @param log what really happened
/// @param profile what was simulated in its place
/// @param fitted parameters whose values come from this very log
/// @param errors of each statistic that the log has
public record Validation(
    EngineLog log, EngineProfile profile, List<Parameter> fitted, List<LatencyError> errors) {

  /// Freezes the lists.
  public Validation {
    fitted = List.copyOf(fitted);
    errors = List.copyOf(errors);
  }

  /// Simulates a log with the profile of its meta file.
  ///
  /// @param fit parameters to fit to the log first, often none
  /// @throws dev.goodput.simulator.SimulatorException.BadLog where the engine does not hold what
  ///   was asked
  public static Validation of(EngineLog log, List<Parameter> fit) {
    EngineProfile profile = Fit.of(log, log.setup().profile(), fit);
    return new Validation(log, profile, fit, Replay.of(log, profile).against(log.measured()));
  }

  /// Root mean square of the relative errors: 0.01 is one percent.
  public double rmsRelativeError() {
    return LatencyError.rms(errors);
  }

  /// The same without one of the model's terms.
  public double rmsRelativeErrorWithout(Ablation ablation) {
    return Replay.of(log, ablation.of(profile)).rmsRelativeError(log.measured());
  }

  /// What the figures rest on that is little known, or does not fit, one sentence each.
  public List<String> notes() {
    List<String> notes = new ArrayList<>(log.notes());
    notes.addAll(profile.assumptions());
    for (Parameter parameter : fitted) {
      double value = parameter.of(profile.efficiency());
      if (parameter.isShare() && value > 1) {
        notes.add(
            "%s %.2f is more than the peak of this GPU: is it the GPU, the model and the precision of the log?"
                .formatted(parameter.label(), value));
      }
    }
    return notes;
  }
}
