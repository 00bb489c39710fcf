package dev.goodput.metrics.saturation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// The Universal Scalability Law, `X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1))`, fitted to output over
/// users by weighted nonlinear least squares (Gunther, *Guerrilla Capacity Planning*, 2007). σ is
/// contention, κ is coherence: if it is above 0, output falls beyond a peak. The law bends
/// smoothly, while a scheduler with a batch limit does not; the misfit shows how well the data
/// follow it.
///
/// @param lambda output tokens per second of one user
/// @param sigma serial share
/// @param kappa cost of each pair of users
/// @param peakUsers users at the largest output by the law, `√((1 − σ) ÷ κ)`; infinite if κ is 0
/// @param peakUsersLow lower end of its 95 % interval
/// @param peakUsersHigh upper end, often infinite
/// @param peakTps output at the peak; for an infinite peak the limit of the output
/// @param peakTpsLow lower end of its 95 % interval
/// @param peakTpsHigh upper end
/// @param misfit root mean square of the points' relative deviations from the law
/// @param points number of points fitted
public record ScalabilityFit(
    double lambda,
    double sigma,
    double kappa,
    double peakUsers,
    double peakUsersLow,
    double peakUsersHigh,
    double peakTps,
    double peakTpsLow,
    double peakTpsHigh,
    double misfit,
    int points) {
  /// The fewest points that determine three parameters.
  public static final int MIN_POINTS = 6;

  private static final int RESAMPLES = 400;
  private static final long SEED = 20_261_122;
  private static final double LOW = .025;
  private static final double HIGH = .975;

  /// The smallest relative error that a point is given.
  private static final double MIN_ERROR = .01;

  /// Fits points that reach past the knee; empty if there are fewer than six, or they do not.
  public static Optional<ScalabilityFit> of(Curve curve) {
    List<CurvePoint> points = curve.believed().stream().filter(point -> point.tps() > 0).toList();
    boolean users = curve.axis() == LoadAxis.CONCURRENCY;
    return !users || points.size() < MIN_POINTS || curve.knee().isEmpty()
        ? Optional.empty()
        : Optional.of(fit(points));
  }

  private static ScalabilityFit fit(List<CurvePoint> points) {
    double[] users = points.stream().mapToDouble(CurvePoint::load).toArray();
    double[] tps = points.stream().mapToDouble(CurvePoint::tps).toArray();
    double[] errors = points.stream().mapToDouble(ScalabilityFit::error).toArray();
    UslCurve best = UslCurve.fit(users, tps, errors);
    double misfit = best.misfit(users, tps);
    SplittableRandom random = new SplittableRandom(SEED);
    double[] where = new double[RESAMPLES];
    double[] most = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double[] other = new double[tps.length];
      for (int j = 0; j < other.length; j++) {
        double spread = Math.max(errors[j], misfit * tps[j]);
        other[j] = Math.max(tps[j] * MIN_ERROR, tps[j] + spread * random.nextGaussian());
      }
      UslCurve again = UslCurve.fit(users, other, errors);
      where[i] = again.peakUsers();
      most[i] = again.peak();
    }
    Arrays.sort(where);
    Arrays.sort(most);
    return new ScalabilityFit(
        best.lambda(),
        best.sigma(),
        best.kappa(),
        best.peakUsers(),
        at(where, LOW),
        at(where, HIGH),
        best.peak(),
        at(most, LOW),
        at(most, HIGH),
        misfit,
        users.length);
  }

  private static double error(CurvePoint point) {
    double error = point.throughput().error();
    double least = MIN_ERROR * point.tps();
    return error > least ? error : least;
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }

  /// Returns the output at a number of users, by the law.
  public double tps(double users) {
    return new UslCurve(lambda, sigma, kappa).tps(users);
  }
}
