package dev.goodput.validation.statistics;

import dev.goodput.metrics.slo.Slo;
import java.util.List;

/// The limit that searches look for: the highest rate at which 95 % meet the SLO.
final class Limit {
  static final double ATTAINMENT = .95;

  private static final double TTFT_MILLIS = 200;
  private static final double TPOT_MILLIS = 80;
  private static final long COARSE_REQUESTS = 15_000;
  private static final double REACH = .03;
  private static final long TRUTH_SEED = 9_100_001;

  private Limit() {}

  /// `chat`, of each request.
  static Slo slo() {
    return Slo.parse("ttft<=200ms,tpot<=80ms");
  }

  /// Returns the share of a run's requests that keep it, with or without those of the warm-up.
  static double attainment(VirtualRun run, boolean warmUpCut) {
    return run.attainment(warmUpCut, TTFT_MILLIS, TPOT_MILLIS);
  }

  /// The rate by long runs: bracketed by halving with the same users each time, then the line
  /// through the logits of attainment at several rates about there.
  static double truth(ValidationSize size, Trials trials, double saturation) {
    double low = .3 * saturation;
    double high = saturation;
    while (high / low > 1 + REACH) {
      double middle = Math.sqrt(low * high);
      boolean met = at(middle, TRUTH_SEED, COARSE_REQUESTS) >= ATTAINMENT;
      low = met ? middle : low;
      high = met ? high : middle;
    }
    double about = Math.log(Math.sqrt(low * high));
    int rates = size.truthRates();
    double[] xs = new double[rates];
    for (int i = 0; i < rates; i++) {
      xs[i] = about + REACH * (2.0 * i / (rates - 1) - 1);
    }
    List<Double> ys =
        trials.run(
            "search: the true limit",
            rates,
            i -> logit(at(Math.exp(xs[i]), TRUTH_SEED + 1 + i, size.truthRequests())));
    return Math.exp(crossing(xs, ys, logit(ATTAINMENT)));
  }

  private static double at(double rate, long seed, long requests) {
    return attainment(VirtualRun.poisson(Setup.engine(), seed, rate, requests), true);
  }

  /// Where the line of least squares reaches a height.
  private static double crossing(double[] xs, List<Double> ys, double height) {
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < xs.length; i++) {
      meanX += xs[i] / xs.length;
      meanY += ys.get(i) / xs.length;
    }
    double products = 0;
    double squares = 0;
    for (int i = 0; i < xs.length; i++) {
      products += (xs[i] - meanX) * (ys.get(i) - meanY);
      squares += (xs[i] - meanX) * (xs[i] - meanX);
    }
    return meanX + (height - meanY) * squares / products;
  }

  private static double logit(double share) {
    return Math.log(share / (1 - share));
  }
}
