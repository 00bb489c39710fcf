package dev.goodput.metrics.comparison;

import org.jspecify.annotations.Nullable;

/// The gate's last word: a regression counts when fresh pairs show it again.
///
/// @param first what the first pairs say
/// @param fresh what fresh pairs say by the metrics that looked regressed; absent where none did,
///   or where there were none to ask
public record GateResult(GateStage first, @Nullable GateStage fresh) {
  /// `regressed` where both say so; where the fresh ones do not, or there are none, `inconclusive`.
  public GateVerdict verdict() {
    if (first.verdict() != GateVerdict.REGRESSED) {
      return first.verdict();
    }
    boolean again = fresh != null && fresh.verdict() == GateVerdict.REGRESSED;
    return again ? GateVerdict.REGRESSED : GateVerdict.INCONCLUSIVE;
  }
}
