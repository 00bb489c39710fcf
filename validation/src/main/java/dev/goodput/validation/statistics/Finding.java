package dev.goodput.validation.statistics;

import org.jspecify.annotations.Nullable;

/// One figure of the validation.
///
/// @param part which of the methods it is about
/// @param key its name in documents, unique in its part
/// @param what it is, in words
/// @param unit how it is written
/// @param measured what the trials gave
/// @param trials how many there were
/// @param ours whether it is of a method of this project; else of one that peers use
/// @param reference what was published; absent where nothing was
public record Finding(
    Part part,
    String key,
    String what,
    Unit unit,
    double measured,
    int trials,
    boolean ours,
    @Nullable Reference reference) {
  private static final double ONE_IN_TEN = 1.2815515655446004;

  /// Whether it is as good as was published; true where nothing was.
  public boolean reached() {
    return reference == null || reference.reached(measured);
  }

  /// Returns the true share at which these trials would miss the reference nine times in ten: the
  /// smallest deviation that this validation can detect. NaN if it is not a share or has no
  /// reference.
  public double notices() {
    if (reference == null || unit != Unit.SHARE) {
      return Double.NaN;
    }
    boolean low = Double.isInfinite(reference.most()) || reference.least() > .5;
    double edge =
        low ? reference.least() - reference.tolerance() : reference.most() + reference.tolerance();
    double side = low ? -1 : 1;
    double share = edge;
    for (int i = 0; i < 50; i++) {
      double chance = Math.sqrt(Math.max(0, share * (1 - share)) / trials);
      share = Math.clamp(edge + side * ONE_IN_TEN * chance, 0, 1);
    }
    return share;
  }

  /// Which of the methods.
  public enum Part {
    /// Confidence intervals.
    INTERVALS,
    /// The search for the highest load.
    SEARCH,
    /// The gate on latencies.
    GATE,
    /// The gate on the quality of answers.
    QUALITY,
    /// Change points in stored runs.
    CHANGE_POINTS
  }

  /// How a figure is written.
  public enum Unit {
    /// A share of trials.
    SHARE,
    /// A relative error or slowdown.
    RELATIVE,
    /// A number of requests.
    REQUESTS,
    /// A bare number.
    NUMBER
  }
}
