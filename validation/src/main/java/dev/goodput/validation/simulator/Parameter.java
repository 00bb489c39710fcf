package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.Efficiency;

/// A number of the model that may be fitted to a log.
public enum Parameter {
  /// Share of peak FLOP/s that matrix products reach.
  COMPUTE("compute"),
  /// Share of peak bandwidth that weight reads reach.
  MEMORY("memory"),
  /// Share of peak bandwidth that KV reads reach.
  ATTENTION_MEMORY("attention-memory"),
  /// Share of peak FLOP/s that prefill attention reaches.
  PREFILL_ATTENTION("prefill-attention"),
  /// Fixed cost of a step, seconds.
  OVERHEAD("overhead");

  private final String label;

  Parameter(String label) {
    this.label = label;
  }

  /// The name users write.
  public String label() {
    return label;
  }

  /// Its value there.
  public double of(Efficiency efficiency) {
    return switch (this) {
      case COMPUTE -> efficiency.compute();
      case MEMORY -> efficiency.memory();
      case ATTENTION_MEMORY -> efficiency.attentionMemory();
      case PREFILL_ATTENTION -> efficiency.prefillAttention();
      case OVERHEAD -> efficiency.overheadSeconds();
    };
  }

  /// Whether it is a share of a peak, beyond which no hardware goes.
  boolean isShare() {
    return this != OVERHEAD;
  }

  Efficiency with(Efficiency efficiency, double value) {
    return switch (this) {
      case COMPUTE -> efficiency.withCompute(value);
      case MEMORY -> efficiency.withMemory(value);
      case ATTENTION_MEMORY -> efficiency.withAttentionMemory(value);
      case PREFILL_ATTENTION -> efficiency.withPrefillAttention(value);
      case OVERHEAD -> efficiency.withOverheadSeconds(value);
    };
  }
}
