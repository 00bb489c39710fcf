package dev.goodput.operate.slo;

/// The evidence gate, and how often chance passes it.
public final class FalseAlarms {
  /// Standard deviations above the expected count.
  public static final double SIGMAS = 3.5;

  /// Bad requests above that, which keep a handful of requests silent.
  public static final int EXTRA = 2;

  private static final int MAX = 400;

  private FalseAlarms() {}

  /// Returns the count of bad requests that the gate requires to be exceeded.
  ///
  /// @param requests in the long window
  /// @param budget allowed share of bad requests
  /// @param designEffect variance of the count, relative to independent requests
  public static double gate(double requests, double budget, double designEffect) {
    double expected = requests * budget;
    return expected + SIGMAS * Math.sqrt(designEffect * expected) + EXTRA;
  }

  /// Returns the probability that one evaluation of an alert's long window passes by chance, at the
  /// traffic where it is largest. Requests are independent (exact binomial tail). Consecutive
  /// evaluations share most of their requests, so this is not a rate per minute.
  ///
  /// @param budget allowed share of bad requests
  /// @param factor the alert's burn rate
  /// @param burn the true burn rate
  public static double chance(double budget, double factor, double burn) {
    double worst = 0;
    for (int bad = EXTRA + 1; bad <= MAX; bad++) {
      long requests = mostBelow(bad, budget, factor);
      if (requests >= bad) {
        worst = Math.max(worst, tail(bad, requests, burn * budget));
      }
    }
    return worst;
  }

  /// Returns the largest number of requests at which so many bad ones pass.
  private static long mostBelow(int bad, double budget, double factor) {
    long low = 0;
    long high = (long) Math.ceil(bad / budget) + 1;
    while (high - low > 1) {
      long middle = (low + high) / 2;
      double needed = Math.max(factor * budget * middle, gate((double) middle, budget, 1));
      if (needed < bad) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Returns the probability of at least `least` successes in `trials`, each of probability `p`.
  /// `least` is above the mean, so terms shrink.
  private static double tail(int least, long trials, double p) {
    double term = Math.exp(logTerm(least, trials, p));
    double sum = 0;
    for (long i = least; i <= trials && term > sum * 1e-17; i++) {
      sum += term;
      term *= (double) (trials - i) / (i + 1) * p / (1 - p);
    }
    return sum;
  }

  private static double logTerm(int successes, long trials, double p) {
    double log = successes * Math.log(p) + (trials - successes) * Math.log1p(-p);
    for (int i = 1; i <= successes; i++) {
      log += Math.log((double) (trials - successes + i) / i);
    }
    return log;
  }
}
