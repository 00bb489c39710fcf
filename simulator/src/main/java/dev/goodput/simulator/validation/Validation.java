package dev.goodput.simulator.validation;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;

/// How well the simulated engine reproduces a log.
///
/// @param log what really happened
/// @param profile what was simulated in its place
/// @param fitted parameters whose values come from this very log
/// @param measured statistics of the log
/// @param simulated the same of the simulation
public record Validation(
    EngineLog log,
    EngineProfile profile,
    List<Parameter> fitted,
    LatencyStatistics measured,
    LatencyStatistics simulated) {

  /// Freezes the list.
  public Validation {
    fitted = List.copyOf(fitted);
  }

  /// Simulates a log with the profile that its meta file tells.
  ///
  /// @param fit parameters to fit to the log first, often none
  /// @throws dev.goodput.simulator.SimulatorException where GPU or model have no profile, or do not
  ///   hold what was asked
  public static Validation of(EngineLog log, List<Parameter> fit) {
    EngineProfile profile = Fit.of(log, log.setup().profile(), fit);
    return new Validation(log, profile, fit, log.measured(), Replay.of(log, profile));
  }

  /// Root mean square of the relative errors: 0.01 is one percent.
  public double rmsRelativeError() {
    return simulated.rmsRelativeError(measured);
  }

  /// The same without one of the model's terms.
  public double rmsRelativeErrorWithout(Ablation ablation) {
    return Replay.of(log, ablation.of(profile)).rmsRelativeError(measured);
  }
}
