package dev.goodput.metrics.comparison;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The gate's last word: a regression counts when fresh pairs show it again, and nothing is ok of
/// which less was asked than was planned.
///
/// @param first what the first pairs say
/// @param fresh what fresh pairs say by the metrics that looked regressed; absent where none did,
///   or where there were none to ask
/// @param whole whether as many runs count as were planned before anything was seen, fresh ones too
///   where there are any
/// @param unconfirmed whether no fresh pairs were to be asked, so that the first alone decide
public record GateResult(
    GateStage first, @Nullable GateStage fresh, boolean whole, boolean unconfirmed) {
  /// `regressed` where both say so; where the fresh ones do not, or there are none that were to be,
  /// `inconclusive`.
  public GateVerdict verdict() {
    return switch (first.verdict()) {
      case OK -> whole ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
      case INCONCLUSIVE -> GateVerdict.INCONCLUSIVE;
      case REGRESSED ->
          whole && (unconfirmed || (fresh != null && fresh.verdict() == GateVerdict.REGRESSED))
              ? GateVerdict.REGRESSED
              : GateVerdict.INCONCLUSIVE;
    };
  }

  /// What would settle it where it is inconclusive; empty where it is not.
  public Optional<ResolutionAdvice> settling() {
    if (verdict() != GateVerdict.INCONCLUSIVE) {
      return Optional.empty();
    }
    if (first.verdict() == GateVerdict.REGRESSED && whole) {
      return Optional.of(new ResolutionAdvice(ResolutionAdvice.Reason.NOT_CONFIRMED, runs(fresh)));
    }
    return whole
        ? first.settling()
        : Optional.of(new ResolutionAdvice(ResolutionAdvice.Reason.INTERRUPTED, runs(first)));
  }

  private static OptionalInt runs(@Nullable GateStage stage) {
    return Optional.ofNullable(stage)
        .flatMap(GateStage::settling)
        .map(ResolutionAdvice::runs)
        .orElse(OptionalInt.empty());
  }
}
