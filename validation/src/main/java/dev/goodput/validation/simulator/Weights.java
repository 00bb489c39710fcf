package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.Precision;
import java.util.Locale;
import java.util.Optional;

/// Reads how the weights of a log's model were stored: from the engine's `quantization`, and from
/// the checkpoint's name if that leaves the bits open.
final class Weights {
  private final MetaFile meta;
  private final String named;
  private final Checkpoint checkpoint;
  private final String option;
  private final String method;

  private Weights(MetaFile meta, String named, Checkpoint checkpoint) {
    this.meta = meta;
    this.named = named;
    this.checkpoint = checkpoint;
    option = meta.requested("quantization", "model_config");
    method = meta.fields().text(option).orElse("").toLowerCase(Locale.ROOT);
  }

  /// @param named path of the checkpoint's name
  /// @throws dev.goodput.simulator.SimulatorException.BadLog for bits that are not simulated
  static Precision read(MetaFile meta, String named, Checkpoint checkpoint) {
    Weights weights = new Weights(meta, named, checkpoint);
    return weights.engines().orElseGet(weights::names);
  }

  /// The precision by the engine's name for the quantization. AWQ and GPTQ have 4 bits by default.
  private Optional<Precision> engines() {
    boolean eight = method.contains("fp8") && !method.startsWith("w4");
    if (eight) {
      return Optional.of(before(Precision.FP8));
    }
    if (method.contains("fp4") || method.contains("fp8") || Checkpoint.isOtherPrecision(method)) {
      throw notSimulated();
    }
    boolean usually = method.matches("(awq|gptq).*") && !checkpoint.hasOtherBits();
    return usually || method.matches("(int4|w4a16).*")
        ? Optional.of(before(Precision.INT4))
        : Optional.empty();
  }

  /// The engine's option takes precedence over the model name; a difference is noted.
  private Precision before(Precision engines) {
    boolean differs = checkpoint.precision().filter(names -> names != engines).isPresent();
    if (differs || checkpoint.hasOtherBits()) {
      meta.note(
          "%s \"%s\" means %s, %s \"%s\" means %s: the simulator uses the engine's own setting"
              .formatted(
                  named,
                  meta.fields().text(named).orElse(""),
                  checkpoint.hasOtherBits()
                      ? "other bits"
                      : checkpoint.precision().map(Precision::label).orElse(""),
                  option,
                  method,
                  engines.label()));
    }
    return engines;
  }

  private Precision names() {
    if (checkpoint.hasOtherBits()) {
      throw meta.fields()
          .bad(
              named,
              "weights in bf16, fp8 or 4 bits (others are not simulated)",
              meta.fields().text(named).orElse(""));
    }
    if (checkpoint.precision().isEmpty() && !method.isEmpty()) {
      throw notSimulated();
    }
    return checkpoint.precision().orElseGet(this::unquantised);
  }

  private Precision unquantised() {
    return meta.fields().text(meta.requested("dtype", "model_config")).isPresent()
        ? Precision.BF16
        : Precision.named(meta.assume("precision", Precision.BF16.label()));
  }

  private RuntimeException notSimulated() {
    return meta.fields().bad(option, "fp8, awq or gptq", meta.fields().text(option).orElse(""));
  }
}
