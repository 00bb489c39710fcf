package dev.goodput.metrics.comparison;

import java.util.OptionalInt;

/// What would turn `inconclusive` into a verdict.
///
/// @param why it is inconclusive
/// @param runs how many fresh pairs, or runs, would settle it, four times in five, were the
///   slowdowns as they look now; empty where no affordable number would, or nobody can tell. They
///   are judged alone: whoever adds them to those that were looked at already looks until the
///   answer pleases
public record ResolutionAdvice(Reason why, OptionalInt runs) {
  static ResolutionAdvice of(Reason why) {
    return new ResolutionAdvice(why, OptionalInt.empty());
  }

  /// Why nothing is sure.
  public enum Reason {
    /// Fewer pairs, or runs, count than were planned: how it looks may be why.
    INTERRUPTED,
    /// Fewer runs count than tell anything.
    FEW_RUNS,
    /// Some run has no figure by which it could be judged.
    ABSENT_FIGURES,
    /// Some run has nothing left of what there should be more of, so that nothing is ok by it.
    NOTHING_LEFT,
    /// The first pairs look regressed, and fresh ones were not asked, or do not say so again.
    NOT_CONFIRMED,
    /// The runs differ too much for so few of them.
    NOISE,
    /// The slowdown looks just about as large as is allowed, or the stored runs vary too much.
    TOO_NEAR
  }
}
