package dev.goodput.metrics.comparison;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The gate's final result: a regression counts only if new pairs confirm it, and a comparison with
/// fewer runs than planned is never ok.
///
/// @param first the result of the first pairs
/// @param confirmation the result of new pairs for the metrics that looked regressed; absent if
///   none did, or if there were no new pairs
/// @param complete whether at least as many pairs are valid as were planned, in each stage
/// @param singleStage whether no confirmation was planned, so that the first pairs decide
public record GateResult(
    GateStage first, @Nullable GateStage confirmation, boolean complete, boolean singleStage) {
  /// Returns `regressed` if both agree; `inconclusive` if the new pairs disagree or are missing.
  public GateVerdict verdict() {
    return switch (first.verdict()) {
      case OK -> complete ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
      case INCONCLUSIVE -> GateVerdict.INCONCLUSIVE;
      case REGRESSED ->
          complete
                  && (singleStage
                      || (confirmation != null && confirmation.verdict() == GateVerdict.REGRESSED))
              ? GateVerdict.REGRESSED
              : GateVerdict.INCONCLUSIVE;
    };
  }

  /// Returns what would give a verdict if it is inconclusive; empty if it is not.
  public Optional<ResolutionAdvice> advice() {
    if (verdict() != GateVerdict.INCONCLUSIVE) {
      return Optional.empty();
    }
    if (first.verdict() == GateVerdict.REGRESSED && complete) {
      return Optional.of(
          new ResolutionAdvice(ResolutionAdvice.Reason.NOT_CONFIRMED, runs(confirmation)));
    }
    return complete
        ? first.advice()
        : Optional.of(new ResolutionAdvice(ResolutionAdvice.Reason.INTERRUPTED, runs(first)));
  }

  private static OptionalInt runs(@Nullable GateStage stage) {
    return Optional.ofNullable(stage)
        .flatMap(GateStage::advice)
        .map(ResolutionAdvice::runs)
        .orElse(OptionalInt.empty());
  }
}
