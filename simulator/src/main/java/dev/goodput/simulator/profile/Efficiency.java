package dev.goodput.simulator.profile;

/// The shares of the published peaks that a step reaches, and its fixed cost.
///
/// Infinity disables a term (used by ablations).
///
/// @param compute share of peak FLOP/s that matrix products reach
/// @param memory share of peak bandwidth that weight reads reach
/// @param attentionMemory share of peak bandwidth that KV reads reach
/// @param prefillAttention share of peak FLOP/s that prefill attention reaches
/// @param exponent exponent of the soft maximum between compute and memory time
/// @param overheadSeconds fixed cost of one step, seconds
public record Efficiency(
    double compute,
    double memory,
    double attentionMemory,
    double prefillAttention,
    double exponent,
    double overheadSeconds) {

  /// The defaults for any engine; none of them was fitted to a log.
  public static final Efficiency DEFAULT = new Efficiency(.74, .86, .85, .5, 1.6, 1e-3);

  /// @throws IllegalArgumentException if a share is not positive, the exponent is below one, or the
  ///   overhead is negative
  public Efficiency {
    if (!(compute > 0 && memory > 0 && attentionMemory > 0 && prefillAttention > 0)) {
      throw new IllegalArgumentException("efficiencies must be positive");
    }
    if (!(exponent >= 1 && overheadSeconds >= 0)) {
      throw new IllegalArgumentException("exponent must be at least 1, overhead not negative");
    }
  }

  /// Returns a copy with another share of peak FLOP/s.
  public Efficiency withCompute(double value) {
    return new Efficiency(
        value, memory, attentionMemory, prefillAttention, exponent, overheadSeconds);
  }

  /// Returns a copy with another share of peak bandwidth for weights.
  public Efficiency withMemory(double value) {
    return new Efficiency(
        compute, value, attentionMemory, prefillAttention, exponent, overheadSeconds);
  }

  /// Returns a copy with another share of peak bandwidth for KV reads.
  public Efficiency withAttentionMemory(double value) {
    return new Efficiency(compute, memory, value, prefillAttention, exponent, overheadSeconds);
  }

  /// Returns a copy with another share of peak FLOP/s for prefill attention.
  public Efficiency withPrefillAttention(double value) {
    return new Efficiency(compute, memory, attentionMemory, value, exponent, overheadSeconds);
  }

  /// Returns a copy with another fixed cost per step, seconds.
  public Efficiency withOverheadSeconds(double value) {
    return new Efficiency(compute, memory, attentionMemory, prefillAttention, exponent, value);
  }

  /// Returns a copy whose steps take this many times as long, in all terms except communication
  /// between GPUs.
  ///
  /// @param factor above 0; 1.05 makes steps 5 % slower
  public Efficiency slowedBy(double factor) {
    return new Efficiency(
        compute / factor,
        memory / factor,
        attentionMemory / factor,
        prefillAttention / factor,
        exponent,
        overheadSeconds * factor);
  }
}
