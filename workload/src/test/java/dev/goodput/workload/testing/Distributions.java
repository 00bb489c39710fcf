package dev.goodput.workload.testing;

/// Distribution functions to compare samples with.
public final class Distributions {
  private Distributions() {}

  /// Exponential with mean 1.
  public static double exponential(double x) {
    return 1 - Math.exp(-x);
  }

  /// Standard normal, from the incomplete gamma function.
  public static double normal(double x) {
    double half = gamma(0.5, x * x / 2) / 2;
    return x < 0 ? 0.5 - half : 0.5 + half;
  }

  /// Gamma with scale 1: the regularised lower incomplete gamma function, by its power series.
  public static double gamma(double shape, double x) {
    if (x <= 0) {
      return 0;
    }
    if (x > shape + 60) {
      return 1;
    }
    double term = 1 / shape;
    double sum = term;
    for (int n = 1; term > sum * 1e-16; n++) {
      term *= x / (shape + n);
      sum += term;
    }
    return Math.min(1, sum * Math.exp(-x + shape * Math.log(x) - logGamma(shape)));
  }

  /// Stirling's series after shifting the argument above 20.
  private static double logGamma(double x) {
    double shift = 0;
    double y = x;
    while (y < 20) {
      shift += Math.log(y);
      y++;
    }
    double inverse = 1 / y;
    double square = inverse * inverse;
    double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
    return (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series - shift;
  }
}
