package dev.goodput.lab.search;

import dev.goodput.metrics.search.Segment;
import java.util.List;

/// A curve of attainment that falls with the logarithm of load: a logistic curve, fitted to
/// segments whose requests are correlated, and averaged over the random variation of a segment's
/// load (docs/explanation/statistics.md).
///
/// The fit is quasi-binomial: dispersion φ = max(20, Pearson ÷ max(1, K − 2)) accounts for requests
/// that overlap. The slope has the prior N(−25, 15²), so that one segment is enough to continue.
/// The intercept has a weak prior about the target, so that segments that are all good or all bad
/// still place the limit somewhere.
final class AttainmentCurve {
  private static final double SLOPE_MEAN = -25;
  private static final double SLOPE_VARIANCE = 15 * 15;
  private static final double INTERCEPT_VARIANCE = 10 * 10;
  private static final double MAX_LOAD_NOISE = .06;
  private static final double PRIOR_LOAD_NOISE = .04;
  private static final double PRIOR_SEGMENTS = 3;
  private static final int ITERATIONS = 50;
  private static final int DISPERSION_ROUNDS = 4;
  private static final double ENOUGH = 1e-10;

  /// The smallest variance of one arrival. Where the curve expects no misses at all, or only
  /// misses, a few exceptions are normal and must not make all other segments worthless.
  static final double MIN_VARIANCE = .01;

  /// Nodes and weights of Gauss–Hermite quadrature for the standard normal, five points (Abramowitz
  /// and Stegun, table 25.10, changed to unit variance).
  private static final List<Node> NODES =
      List.of(
          new Node(-2.856970013872806, .01125741132772069),
          new Node(-1.355626179974266, .2220759220056126),
          new Node(0, .5333333333333333),
          new Node(1.355626179974266, .2220759220056126),
          new Node(2.856970013872806, .01125741132772069));

  private record Node(double z, double weight) {}

  private final List<Segment> segments;
  private final double centre;
  private final double noise;
  private final double usualIntercept;
  private double intercept;
  private double slope = SLOPE_MEAN;
  private double dispersion = Segment.MIN_DISPERSION;
  private double varIntercept;
  private double varSlope;
  private double covariance;

  private AttainmentCurve(List<Segment> segments, double target) {
    this.segments = segments;
    usualIntercept = logit(target);
    double weights = segments.stream().mapToDouble(Segment::judged).sum();
    centre = segments.stream().mapToDouble(s -> s.judged() * s.logLoad()).sum() / weights;
    noise = loadNoise(segments);
    double mean = segments.stream().mapToDouble(Segment::good).sum() / weights;
    intercept = logit(Math.clamp(mean, .001, .999));
  }

  /// Fits the curve.
  ///
  /// @param segments at least one
  /// @param target the attainment that the search looks for
  static AttainmentCurve fit(List<Segment> segments, double target) {
    AttainmentCurve curve = new AttainmentCurve(segments, target);
    for (int i = 0; i < DISPERSION_ROUNDS; i++) {
      curve.solveCoefficients();
      curve.dispersion = curve.foundDispersion();
    }
    curve.solveCoefficients();
    if (curve.slope >= 0) {
      curve.slope = SLOPE_MEAN;
    }
    return curve;
  }

  private static double loadNoise(List<Segment> segments) {
    double squares = PRIOR_SEGMENTS * PRIOR_LOAD_NOISE * PRIOR_LOAD_NOISE;
    for (Segment segment : segments) {
      double off = segment.logLoad() - Math.log(segment.rate());
      squares += off * off;
    }
    return Math.min(MAX_LOAD_NOISE, Math.sqrt(squares / (segments.size() + PRIOR_SEGMENTS)));
  }

  /// Returns how many times the binomial variance the counts have.
  double dispersion() {
    return dispersion;
  }

  /// Newton's method on the penalised quasi-likelihood.
  private void solveCoefficients() {
    for (int i = 0; i < ITERATIONS; i++) {
      double gradIntercept = -(intercept - usualIntercept) / INTERCEPT_VARIANCE;
      double gradSlope = -(slope - SLOPE_MEAN) / SLOPE_VARIANCE;
      double aa = 1 / INTERCEPT_VARIANCE;
      double ab = 0;
      double bb = 1 / SLOPE_VARIANCE;
      for (Segment segment : segments) {
        double x = segment.logLoad() - centre;
        double p = sigmoid(intercept + slope * x);
        double off = (segment.good() - segment.judged() * p) / dispersion;
        double weight = segment.judged() * Math.max(ENOUGH, p * (1 - p)) / dispersion;
        gradIntercept += off;
        gradSlope += off * x;
        aa += weight;
        ab += weight * x;
        bb += weight * x * x;
      }
      double determinant = aa * bb - ab * ab;
      varIntercept = bb / determinant;
      varSlope = aa / determinant;
      covariance = -ab / determinant;
      double stepIntercept = varIntercept * gradIntercept + covariance * gradSlope;
      double stepSlope = covariance * gradIntercept + varSlope * gradSlope;
      double shorten = Math.min(1, 5 / Math.max(Math.abs(stepIntercept), Math.abs(stepSlope) / 10));
      intercept += shorten * stepIntercept;
      slope += shorten * stepSlope;
      if (Math.abs(stepIntercept) + Math.abs(stepSlope) < ENOUGH) {
        return;
      }
    }
  }

  private double foundDispersion() {
    double pearson = 0;
    for (Segment segment : segments) {
      double p = sigmoid(intercept + slope * (segment.logLoad() - centre));
      double off = segment.good() - segment.judged() * p;
      pearson += off * off / (segment.judged() * Math.max(MIN_VARIANCE, p * (1 - p)));
    }
    return Math.max(Segment.MIN_DISPERSION, pearson / Math.max(1, segments.size() - 2));
  }

  /// Returns the attainment at a requested load, averaged over the actual loads that result.
  double at(double logLoad) {
    double sum = 0;
    for (Node node : NODES) {
      sum += node.weight * sigmoid(linear(logLoad, node));
    }
    return sum;
  }

  private double linear(double logLoad, Node node) {
    return intercept + slope * (logLoad + noise * node.z - centre);
  }

  /// Returns the load at which the curve passes the target, with its standard error by the delta
  /// method, both of the logarithm. If noise gives the curve a rising slope, the prior's slope is
  /// used.
  Crossing crossing(double target) {
    double low = centre - 5;
    double high = centre + 5;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (at(middle) < target) {
        high = middle;
      } else {
        low = middle;
      }
    }
    double logLoad = (low + high) / 2;
    return new Crossing(logLoad, standardError(logLoad));
  }

  private double standardError(double logLoad) {
    double byIntercept = 0;
    double bySlope = 0;
    for (Node node : NODES) {
      double p = sigmoid(linear(logLoad, node));
      double steep = node.weight * p * (1 - p);
      byIntercept += steep;
      bySlope += steep * (logLoad + noise * node.z - centre);
    }
    double byLoad = slope * byIntercept;
    double a = -byIntercept / byLoad;
    double b = -bySlope / byLoad;
    return Math.sqrt(a * a * varIntercept + 2 * a * b * covariance + b * b * varSlope);
  }

  /// The point where the curve passes a target.
  ///
  /// @param logLoad ln of the load
  /// @param standardError the standard error of `logLoad`
  record Crossing(double logLoad, double standardError) {}

  private static double sigmoid(double x) {
    return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
  }

  private static double logit(double p) {
    return Math.log(p / (1 - p));
  }
}
