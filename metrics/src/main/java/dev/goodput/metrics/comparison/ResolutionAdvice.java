package dev.goodput.metrics.comparison;

import java.util.OptionalInt;

/// What would give a verdict instead of `inconclusive`.
///
/// @param reason the reason for the inconclusive result
/// @param runs number of new pairs, or runs, that would give a verdict with a power of 80 % if the
///   true slowdowns are the observed ones; empty if unknown or above the recommended maximum. They
///   are judged without the earlier ones, because repeated tests of growing data raise the rate of
///   false alarms
public record ResolutionAdvice(Reason reason, OptionalInt runs) {
  static ResolutionAdvice of(Reason reason) {
    return new ResolutionAdvice(reason, OptionalInt.empty());
  }

  /// A reason for an inconclusive result.
  public enum Reason {
    /// Fewer pairs, or runs, count than planned; the interim result may have influenced the end.
    INTERRUPTED,
    /// Fewer runs count than any result needs.
    FEW_RUNS,
    /// A run has no value of a metric.
    ABSENT_FIGURES,
    /// A run has a rate of 0, so that the rate cannot be ok.
    NOTHING_LEFT,
    /// The first pairs are regressed, and new pairs were not measured or do not confirm it.
    NOT_CONFIRMED,
    /// The runs vary too much for their number.
    NOISE,
    /// The slowdown is close to the allowed one, or the stored runs vary too much.
    TOO_NEAR
  }
}
