package dev.goodput.validation.statistics;

/// The published range of a figure, and how far from it a measurement may be by chance.
///
/// @param least the smallest published value, −∞ where less is better
/// @param most the largest, ∞ where more is better
/// @param tolerance the allowed distance from them
public record Reference(double least, double most, double tolerance) {
  private static final double TWO_STANDARD_ERRORS = 2;

  static Reference between(double least, double most, double tolerance) {
    return new Reference(least, most, tolerance);
  }

  /// A share between two others, widened by two binomial standard errors of a number of trials.
  static Reference share(double least, double most, int trials) {
    double widest = Math.max(Math.min(most, .5), least);
    double middle = Math.clamp(widest, .02, .98);
    return new Reference(
        least, most, TWO_STANDARD_ERRORS * Math.sqrt(middle * (1 - middle) / trials));
  }

  /// A share of at least so much.
  static Reference shareFrom(double least, int trials) {
    Reference alone = share(least, least, trials);
    return new Reference(least, Double.POSITIVE_INFINITY, alone.tolerance);
  }

  /// A share of at most so much.
  static Reference shareUpTo(double most, int trials) {
    Reference alone = share(most, most, trials);
    return new Reference(Double.NEGATIVE_INFINITY, most, alone.tolerance);
  }

  /// Whether a measurement is as good as was published.
  public boolean reached(double measured) {
    return measured >= least - tolerance && measured <= most + tolerance;
  }
}
