package dev.goodput.simulator.profile;

import dev.goodput.simulator.SimulatorException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// A simulated engine: one dense model on one GPU or a tensor-parallel group of GPUs.
///
/// @param gpu the accelerator
/// @param model the model
/// @param precision storage format of its matrices
/// @param tensorParallel number of GPUs that share each layer
/// @param limits scheduler limits as requested; zeros mean "what fits"
/// @param efficiency shares of the peaks that it reaches
public record EngineProfile(
    Gpu gpu,
    Model model,
    Precision precision,
    int tensorParallel,
    EngineLimits limits,
    Efficiency efficiency) {

  /// Tokens of one KV block.
  public static final int BLOCK_TOKENS = 16;

  private static final Pattern STEP_FACTOR = Pattern.compile("x\\d{1,3}(\\.\\d{1,6})?");
  private static final double MIN_FACTOR = 0.01;
  private static final double MAX_FACTOR = 100;
  private static final double MEMORY_UTILISATION = 0.9;
  private static final double RUNTIME_BYTES = 1.2e9;
  private static final int EMBEDDING_BYTES = 2;

  /// @throws SimulatorException.DoesNotFit if the weights, or one request of the longest requested
  ///   length, do not fit
  /// @throws SimulatorException.BadOption if the heads cannot be split over this many GPUs, or the
  ///   longest length exceeds the model's own
  public EngineProfile {
    if (tensorParallel < 1 || model.heads() % tensorParallel != 0) {
      throw new SimulatorException.BadOption(
          "tensor parallelism of %d does not divide the %d heads of %s"
              .formatted(tensorParallel, model.heads(), model.name()));
    }
    checkRoom(gpu, model, precision, tensorParallel, limits);
  }

  /// Returns a profile of this GPU and model in bf16 on one GPU, with default limits and
  /// efficiencies.
  ///
  /// @throws SimulatorException.UnknownName with the nearest name
  /// @throws SimulatorException.DoesNotFit if the model needs more memory
  public static EngineProfile named(String gpu, String model) {
    return of(Gpu.named(gpu), Model.named(model), Precision.BF16, 1);
  }

  /// Parses `GPU/MODEL`, optionally with `/PRECISION`, `/tpN` and `/xFACTOR` in any order:
  /// `h100/llama-3.1-70b/fp8/tp2`. `x1.05` makes each step take 1.05 times as long. The model may
  /// be preceded by its owner: `h100/meta-llama/Llama-3.1-8B`.
  ///
  /// @throws SimulatorException if the text is malformed, a name is unknown, or the model does not
  ///   fit
  public static EngineProfile parse(String text) {
    String[] parts = text.strip().split("/", -1);
    int model = parts.length > 2 && ModelCatalogue.known(parts[2]) ? 2 : 1;
    if (parts.length < 2 || parts.length > model + 4) {
      throw new SimulatorException.BadOption(
          "profile \"" + text + "\": expected GPU/MODEL, for example h100/llama-3.1-8b");
    }
    Precision precision = Precision.BF16;
    int tensorParallel = 1;
    double factor = 1;
    for (int i = model + 1; i < parts.length; i++) {
      if (parts[i].matches("tp\\d{1,3}")) {
        tensorParallel = Integer.parseInt(parts[i].substring(2));
      } else if (STEP_FACTOR.matcher(parts[i]).matches()) {
        factor = factor(text, parts[i]);
      } else {
        precision = Precision.named(parts[i]);
      }
    }
    EngineProfile usual =
        of(Gpu.named(parts[0]), Model.named(parts[model]), precision, tensorParallel);
    return factor == 1 ? usual : usual.withEfficiency(usual.efficiency.slowedBy(factor));
  }

  private static double factor(String text, String part) {
    double factor = Double.parseDouble(part.substring(1));
    if (!(factor >= MIN_FACTOR && factor <= MAX_FACTOR)) {
      throw new SimulatorException.BadOption(
          "profile \"%s\": %s makes steps so many times as long, from %s to %s"
              .formatted(text, part, MIN_FACTOR, MAX_FACTOR));
    }
    return factor;
  }

  /// Returns a profile with default limits and the GPU's efficiencies.
  public static EngineProfile of(Gpu gpu, Model model, Precision precision, int tensorParallel) {
    return new EngineProfile(
        gpu, model, precision, tensorParallel, EngineLimits.DEFAULT, gpu.efficiency());
  }

  /// Returns a copy with other limits.
  public EngineProfile withLimits(EngineLimits value) {
    return new EngineProfile(gpu, model, precision, tensorParallel, value, efficiency);
  }

  /// Returns a copy with other efficiencies.
  public EngineProfile withEfficiency(Efficiency value) {
    return new EngineProfile(gpu, model, precision, tensorParallel, limits, value);
  }

  /// Returns one GPU's share of the matrix parameters, without embedding and head.
  public double matrixParametersPerGpu() {
    return model.matrixParameters() / tensorParallel;
  }

  /// Returns one GPU's share of the output head's parameters.
  public double headParametersPerGpu() {
    return model.headParameters() / tensorParallel;
  }

  /// Returns one GPU's share of the bytes of keys and values per token; several GPUs each keep a
  /// copy of a head that cannot be split further.
  public double keyValueBytesPerToken() {
    return model.keyValueBytesPerToken(tensorParallel);
  }

  /// Returns one GPU's share of the bytes of all weights.
  ///
  /// @param tensorParallel number of GPUs that share each layer
  public static double weightBytes(Model model, Precision precision, int tensorParallel) {
    double embedding = (model.parameters() - model.matrixParameters()) * EMBEDDING_BYTES;
    return (model.matrixParameters() * precision.bytesPerWeight() + embedding) / tensorParallel;
  }

  /// Returns the number of KV blocks of 16 tokens: the requested number, or ⌊(0.9 × GPU memory −
  /// weights − 1.2 GB) ÷ (16 · bytes per token)⌋.
  public int kvBlocks() {
    return limits.kvBlocks() > 0
        ? limits.kvBlocks()
        : roomForBlocks(gpu, model, precision, tensorParallel, MEMORY_UTILISATION);
  }

  /// Returns the number of KV blocks of 16 tokens that fit in such an engine, by the formula of
  /// [#kvBlocks].
  ///
  /// @param utilisation share of the GPU memory that the engine may use, above 0 to 1
  /// @return 0 or less if the weights take all of it
  public static int roomForBlocks(
      Gpu gpu, Model model, Precision precision, int tensorParallel, double utilisation) {
    double room =
        utilisation * gpu.memoryBytes()
            - weightBytes(model, precision, tensorParallel)
            - RUNTIME_BYTES;
    return (int) Math.floor(room / (BLOCK_TOKENS * model.keyValueBytesPerToken(tensorParallel)));
  }

  /// Returns the longest prompt plus output in tokens: the requested limit, or what model and
  /// memory allow.
  public int maxModelLen() {
    int room = (int) Math.min(Integer.MAX_VALUE, (long) kvBlocks() * BLOCK_TOKENS);
    return limits.maxModelLen() > 0 ? limits.maxModelLen() : Math.min(model.contextTokens(), room);
  }

  /// Returns `GPU/MODEL/…` in the form that [#parse] reads.
  public String label() {
    return gpu.name()
        + "/"
        + model.name()
        + (precision == Precision.BF16 ? "" : "/" + precision.label())
        + (tensorParallel == 1 ? "" : "/tp" + tensorParallel);
  }

  /// Returns the uncertain assumptions behind the figures, one sentence each; empty if there are
  /// none.
  public List<String> assumptions() {
    if (tensorParallel == 1) {
      return List.of();
    }
    Interconnect link = gpu.interconnect();
    return List.of(
        "tensor parallelism is assumed to cost %.0f µs and %.0f GB/s per all-reduce (%s): both are little known"
            .formatted(
                link.latencySeconds() * 1e6,
                link.bytesPerSecond() / 1e9,
                link.name().toLowerCase(Locale.ROOT)));
  }

  private static void checkRoom(
      Gpu gpu, Model model, Precision precision, int tensorParallel, EngineLimits limits) {
    int blocks =
        limits.kvBlocks() > 0
            ? limits.kvBlocks()
            : roomForBlocks(gpu, model, precision, tensorParallel, MEMORY_UTILISATION);
    if (blocks < 1) {
      throw new SimulatorException.DoesNotFit(
          "the weights of %s in %s take %.1f GB on each GPU (%d × %s), whose %.1f GB leave no room for the KV cache: use more GPUs (tp), fp8 or int4, or a smaller model"
              .formatted(
                  model.name(),
                  precision.label(),
                  weightBytes(model, precision, tensorParallel) / 1e9,
                  tensorParallel,
                  gpu.name(),
                  gpu.memoryBytes() / 1e9));
    }
    if (limits.maxModelLen() > model.contextTokens()) {
      throw new SimulatorException.BadOption(
          "max_model_len %d is beyond the %d tokens that %s was made for"
              .formatted(limits.maxModelLen(), model.contextTokens(), model.name()));
    }
    if (limits.maxModelLen() > (long) blocks * BLOCK_TOKENS) {
      throw new SimulatorException.DoesNotFit(
          "max_model_len %d needs more than the %d tokens of KV cache: lower it, or leave it out"
              .formatted(limits.maxModelLen(), (long) blocks * BLOCK_TOKENS));
    }
  }
}
