package dev.goodput.validation.statistics;

/// The search for the limit as peers do it: probe a rate with so many requests from an empty
/// server, count all of them, and halve the bracket until it is narrow.
///
/// The rate is doubled from one request per second until a probe fails, then halved between the
/// last that passed and the first that failed until they are 2 % apart; what passed last is
/// claimed.
///
/// @param probeRequests requests of one probe
record Bisection(long probeRequests) {
  private static final double NARROW = 1.02;
  private static final double HIGHEST = 1_000;

  /// What it claims, requests per second; 0 where nothing passes.
  double claim(long seed) {
    long probe = 0;
    double passed = 0;
    double failed = 1;
    while (failed < HIGHEST && passes(failed, seed + probe++)) {
      passed = failed;
      failed *= 2;
    }
    while (passed > 0 && failed / passed > NARROW) {
      double middle = (passed + failed) / 2;
      if (passes(middle, seed + probe++)) {
        passed = middle;
      } else {
        failed = middle;
      }
    }
    return passed;
  }

  private boolean passes(double rate, long seed) {
    VirtualRun probe = VirtualRun.poisson(Setup.engine(), seed, rate, probeRequests);
    return Limit.attainment(probe, false) >= Limit.ATTAINMENT;
  }
}
