package dev.goodput.validation.simulator;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.profile.Gpu;
import dev.goodput.simulator.profile.Model;
import dev.goodput.simulator.profile.Precision;

/// What the memory of each GPU of a log's engine has to hold.
///
/// @param gpus that share each layer
record GpuShare(MetaFile meta, Gpu gpu, Model model, Precision precision, int gpus) {

  /// Bytes that the keys and values of so many tokens take.
  double cacheBytes(double tokens) {
    return tokens * model.keyValueBytesPerToken(gpus);
  }

  /// KV blocks of 16 tokens in that share of the memory, 0 or less where the weights take all.
  int roomForBlocks(double utilisation) {
    return EngineProfile.roomForBlocks(gpu, model, precision, gpus, utilisation);
  }

  /// @param named path of the model's name
  /// @throws SimulatorException.BadLog where the weights alone are more than the memory
  void checkWeights(String named) {
    double bytes = EngineProfile.weightBytes(model, precision, gpus);
    check(named, "weights in " + precision.label(), bytes, "quantization, tensor_parallel_size");
  }

  /// @param option the path of the option that determines the KV cache
  /// @param bytes that it takes
  /// @throws SimulatorException.BadLog where these alone are more than the memory
  void checkCache(String option, double bytes) {
    check(option, "a KV cache", bytes, "block_size, model, tensor_parallel_size");
  }

  private void check(String path, String what, double bytes, String others) {
    long memory = Device.memoryBytes(meta, gpu);
    if (bytes > memory) {
      throw new SimulatorException.BadLog(
          "%s; correct this, or the %s or hardware there"
              .formatted(
                  meta.fields()
                      .bad(
                          path,
                          "%s within the %.1f GB of each %s (not %,.1f GB)"
                              .formatted(what, memory / 1e9, gpu.name(), bytes / 1e9),
                          meta.fields().text(path).orElse(""))
                      .getMessage(),
                  others));
    }
  }
}
