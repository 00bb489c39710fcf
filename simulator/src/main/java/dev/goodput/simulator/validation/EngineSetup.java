package dev.goodput.simulator.validation;

import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Gpu;
import dev.goodput.simulator.profile.Model;
import dev.goodput.simulator.profile.Precision;

/// How a real engine was set up, as its log's meta file tells.
///
/// @param gpu as the driver or the log's name calls it
/// @param model as its repository is called
/// @param precision of the weights
/// @param tensorParallel GPUs that share each layer
/// @param limits of the scheduler; zeros where the meta file says nothing
public record EngineSetup(
    String gpu, String model, Precision precision, int tensorParallel, EngineLimits limits) {

  /// The simulated engine of that set-up.
  ///
  /// @throws dev.goodput.simulator.SimulatorException for a GPU or model without a profile, or one
  ///   that the other has no room for
  EngineProfile profile() {
    return EngineProfile.of(Gpu.ofDevice(gpu), Model.named(model), precision, tensorParallel)
        .withLimits(limits);
  }
}
