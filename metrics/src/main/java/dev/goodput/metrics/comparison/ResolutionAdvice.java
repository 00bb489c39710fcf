package dev.goodput.metrics.comparison;

import java.util.OptionalInt;

/// What would turn `inconclusive` into a verdict.
///
/// @param reason why it is inconclusive
/// @param runs how many new pairs, or runs, would give a verdict four times in five if the
///   slowdowns are as they look now; empty if no affordable number would, or it is unknown. They
///   are judged alone: adding them to earlier ones would be testing until the result pleases
public record ResolutionAdvice(Reason reason, OptionalInt runs) {
  static ResolutionAdvice of(Reason reason) {
    return new ResolutionAdvice(reason, OptionalInt.empty());
  }

  /// Why nothing is sure.
  public enum Reason {
    /// Fewer pairs, or runs, count than were planned: how it looks may be why.
    INTERRUPTED,
    /// Fewer runs count than tell anything.
    FEW_RUNS,
    /// Some run has no figure by which it could be judged.
    MISSING_FIGURES,
    /// Some run has nothing left of what there should be more of, so that nothing is ok by it.
    ZERO_FIGURES,
    /// The first pairs look regressed, and fresh ones were not asked, or do not say so again.
    NOT_CONFIRMED,
    /// The runs differ too much for so few of them.
    NOISE,
    /// The slowdown looks just about as large as is allowed, or the stored runs vary too much.
    NEAR_LIMIT
  }
}
