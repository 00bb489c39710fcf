package dev.goodput.validation.simulator;

import dev.goodput.simulator.profile.EngineProfile;

/// A term of the model that is removed. The error of the log without it shows what the term is
/// worth.
enum Ablation {
  /// More KV blocks than any load needs.
  KV_LIMIT("no limit of KV blocks"),
  /// Reading keys and values takes no time.
  KV_READS("no KV reads"),
  /// Matrix products take no time.
  COMPUTE("no compute time"),
  /// Every prompt is computed anew.
  PREFIX_CACHE("no prefix cache"),
  /// A step costs nothing in addition to its work.
  OVERHEAD("no overhead of a step");

  private static final int MANY_BLOCKS = 1_000_000;

  private final String label;

  Ablation(String label) {
    this.label = label;
  }

  /// What is missing, in words.
  public String label() {
    return label;
  }

  EngineProfile of(EngineProfile profile) {
    return switch (this) {
      case KV_LIMIT -> profile.withLimits(profile.limits().withKvBlocks(MANY_BLOCKS));
      case KV_READS ->
          profile.withEfficiency(
              profile.efficiency().withAttentionMemory(Double.POSITIVE_INFINITY));
      case COMPUTE ->
          profile.withEfficiency(profile.efficiency().withCompute(Double.POSITIVE_INFINITY));
      case PREFIX_CACHE -> profile.withLimits(profile.limits().withPrefixCaching(false));
      case OVERHEAD -> profile.withEfficiency(profile.efficiency().withOverheadSeconds(0));
    };
  }
}
