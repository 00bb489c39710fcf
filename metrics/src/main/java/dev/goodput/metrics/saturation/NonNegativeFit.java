package dev.goodput.metrics.saturation;

/// Weighted linear least squares of `c₀ + c₁(N − 1) + c₂N(N − 1)` with `c₁` and `c₂` not negative:
/// the best valid one of the four fits with or without these terms.
final class NonNegativeFit {
  private static final int TERMS = 3;
  private static final double MIN_PIVOT = 1e-14;

  private NonNegativeFit() {}

  static double[] of(double[] users, double[] values, double[] weights) {
    double[] best = {};
    double least = Double.POSITIVE_INFINITY;
    for (int mask = 0; mask < 4; mask++) {
      double[] terms = solve(users, values, weights, (mask & 1) != 0, (mask & 2) != 0);
      double loss =
          terms.length == 0 ? Double.POSITIVE_INFINITY : loss(terms, users, values, weights);
      if (loss < least) {
        least = loss;
        best = terms;
      }
    }
    return best;
  }

  private static double loss(double[] terms, double[] users, double[] values, double[] weights) {
    double loss = 0;
    for (int i = 0; i < users.length; i++) {
      double off = values[i] - dot(terms, row(users[i], true, true));
      loss += weights[i] * off * off;
    }
    return loss;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < TERMS; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] row(double users, boolean second, boolean third) {
    return new double[] {1, second ? users - 1 : 0, third ? users * (users - 1) : 0};
  }

  /// Returns the terms, with 0 for an excluded one; empty if the fit is not unique or a term is
  /// negative.
  private static double[] solve(
      double[] users, double[] values, double[] weights, boolean second, boolean third) {
    double[][] normal = new double[TERMS][TERMS + 1];
    for (int i = 0; i < users.length; i++) {
      double[] row = row(users[i], second, third);
      for (int a = 0; a < TERMS; a++) {
        for (int b = 0; b < TERMS; b++) {
          normal[a][b] += weights[i] * row[a] * row[b];
        }
        normal[a][TERMS] += weights[i] * row[a] * values[i];
      }
    }
    normal[1][1] += second ? 0 : 1;
    normal[2][2] += third ? 0 : 1;
    double[] terms = eliminate(normal);
    boolean good = terms.length > 0 && terms[0] > 0 && terms[1] >= 0 && terms[2] >= 0;
    return good ? terms : new double[0];
  }

  /// Gaussian elimination with pivots on the diagonal, which is safe for normal equations.
  private static double[] eliminate(double[][] matrix) {
    for (int pivot = 0; pivot < TERMS; pivot++) {
      double largest = Math.abs(matrix[pivot][pivot]);
      if (!(largest > MIN_PIVOT)) {
        return new double[0];
      }
      for (int row = 0; row < TERMS; row++) {
        double factor = row == pivot ? 0 : matrix[row][pivot] / matrix[pivot][pivot];
        for (int column = pivot; column <= TERMS; column++) {
          matrix[row][column] -= factor * matrix[pivot][column];
        }
      }
    }
    double[] solved = new double[TERMS];
    for (int i = 0; i < TERMS; i++) {
      solved[i] = matrix[i][TERMS] / matrix[i][i];
    }
    return solved;
  }
}
