package dev.goodput.metrics.saturation;

/// One curve of the Universal Scalability Law.
///
/// @param lambda output of one user
/// @param sigma contention, 0 or more
/// @param kappa coherence, 0 or more
record UslCurve(double lambda, double sigma, double kappa) {
  private static final int ROUNDS = 50;
  private static final double ENOUGH = 1e-10;

  /// Fits a curve by Gauss–Newton. The ratio of users to output, `q(N) = (1 + σ(N−1) + κN(N−1)) ÷
  /// λ`, is linear in its three parameters, and output is `N ÷ q`. So each round is a weighted
  /// linear fit of `q`, with the last two parameters constrained to 0 or more.
  ///
  /// @param users users of each point
  /// @param tps output of each point, above 0
  /// @param errors error of each point's output, above 0
  static UslCurve fit(double[] users, double[] tps, double[] errors) {
    double[] terms = {users[0] / tps[0], 0, 0};
    double[] response = new double[users.length];
    double[] weights = new double[users.length];
    double before = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < users.length; i++) {
        double q = round == 0 ? users[i] / tps[i] : per(terms, users[i]);
        double slope = users[i] / (q * q);
        response[i] = q - (tps[i] - users[i] / q) / slope;
        weights[i] = slope * slope / (errors[i] * errors[i]);
      }
      terms = NonNegativeFit.of(users, response, weights);
      double loss = loss(terms, users, tps, errors);
      if (Math.abs(before - loss) <= ENOUGH * loss) {
        break;
      }
      before = loss;
    }
    return new UslCurve(1 / terms[0], terms[1] / terms[0], terms[2] / terms[0]);
  }

  private static double per(double[] terms, double users) {
    return terms[0] + terms[1] * (users - 1) + terms[2] * users * (users - 1);
  }

  private static double loss(double[] terms, double[] users, double[] tps, double[] errors) {
    double loss = 0;
    for (int i = 0; i < users.length; i++) {
      double off = (tps[i] - users[i] / per(terms, users[i])) / errors[i];
      loss += off * off;
    }
    return loss;
  }

  double tps(double users) {
    return lambda * users / (1 + sigma * (users - 1) + kappa * users * (users - 1));
  }

  /// Returns the number of users at the largest output; infinite if it never falls, 1 if the first
  /// user has the largest.
  double peakUsers() {
    if (!(kappa > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa));
  }

  /// Returns the output at the peak; its limit if it never falls.
  double peak() {
    double users = peakUsers();
    return Double.isFinite(users) ? tps(users) : lambda / sigma;
  }

  /// Returns the root mean square of relative deviations.
  double misfit(double[] users, double[] tps) {
    double squares = 0;
    for (int i = 0; i < users.length; i++) {
      double off = tps[i] / tps(users[i]) - 1;
      squares += off * off;
    }
    return Math.sqrt(squares / users.length);
  }
}
