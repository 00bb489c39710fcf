package dev.goodput.app.simulate;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.AppException;
import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for the simulated engine.
final class EngineOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "GPU: h100, a100, rtx-4090, … (default: h100)")
  @Nullable String gpu;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--model", paramLabel = "NAME", description = "model (default: llama-3.1-8b)")
  @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--profile",
      paramLabel = "GPU/MODEL",
      description =
          "GPU, model and more: h100/llama-3.1-70b/fp8/tp2; a suffix /x1.05 makes each "
              + "step take 1.05 times as long")
  @Nullable String profile;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--tp",
      paramLabel = "N",
      description = "tensor parallelism: GPUs that share each layer (default: 1)")
  @Nullable Integer tensorParallel;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-num-seqs",
      paramLabel = "N",
      description = "limit of requests processed at once (default: 256)")
  @Nullable Integer maxNumSeqs;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-num-batched-tokens",
      paramLabel = "N",
      description = "limit of tokens per step (default: 2048)")
  @Nullable Integer maxNumBatchedTokens;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--max-model-len",
      paramLabel = "N",
      description = "longest prompt and response together, in tokens")
  @Nullable Integer maxModelLen;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--no-prefix-caching", description = "compute every prompt in full")
  boolean noPrefixCaching;

  /// Returns the profile that these options describe.
  ///
  /// @throws dev.goodput.simulator.SimulatorException unknown names, or a model that does not fit
  /// @throws AppException.Usage contradictory options
  EngineProfile read() {
    if (profile != null && (gpu != null || model != null || tensorParallel != null)) {
      throw new AppException.Usage("--profile names GPU and model; leave out --gpu, --model, --tp");
    }
    EngineProfile engine = EngineProfile.parse(profile == null ? spelled() : profile);
    return engine.withLimits(limits(engine.limits()));
  }

  /// Returns the model name as typed, which clients will request.
  String modelOf(EngineProfile engine) {
    if (profile == null) {
      return modelName();
    }
    return Arrays.stream(profile.split("/", -1))
        .filter(engine.model()::isCalled)
        .findFirst()
        .orElse(engine.model().name());
  }

  private String spelled() {
    return (gpu == null ? "h100" : gpu)
        + "/"
        + modelName()
        + (tensorParallel == null ? "" : "/tp" + tensorParallel);
  }

  private String modelName() {
    return model == null ? "llama-3.1-8b" : model;
  }

  private EngineLimits limits(EngineLimits limits) {
    EngineLimits changed = limits.withPrefixCaching(!noPrefixCaching);
    if (maxNumSeqs != null) {
      changed = changed.withMaxNumSeqs(positive("--max-num-seqs", maxNumSeqs));
    }
    if (maxNumBatchedTokens != null) {
      changed =
          changed.withMaxNumBatchedTokens(
              positive("--max-num-batched-tokens", maxNumBatchedTokens));
    }
    if (maxModelLen != null) {
      changed = changed.withMaxModelLen(positive("--max-model-len", maxModelLen));
    }
    return changed;
  }

  private static int positive(String option, int value) {
    if (value < 1) {
      throw new AppException.Usage(option + " must be at least 1, found " + value);
    }
    return value;
  }
}
