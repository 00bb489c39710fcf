package dev.goodput.metrics.saturation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// The Universal Scalability Law, `X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1))`, fitted to output over
/// users by weighted nonlinear least squares (Gunther, *Guerrilla Capacity Planning*, 2007;
/// STATISTICS.md §6). σ is contention, κ is coherence: where it is above 0 output falls behind a
/// peak. The law bends smoothly and a scheduler with a cap on its batch does not: how far the data
/// trust it is told by its misfit.
///
/// @param lambda output tokens per second of one user
/// @param sigma share that is done one after another
/// @param kappa cost of each pair of users
/// @param peakUsers where output is largest by the law, `√((1 − σ) ÷ κ)`; infinite where κ is 0
/// @param peakUsersLow lower end of its 95 % interval
/// @param peakUsersHigh upper end, often infinite
/// @param peakTps output there; of an infinite peak what output tends to
/// @param peakTpsLow lower end of its 95 % interval
/// @param peakTpsHigh upper end
/// @param misfit root mean square of the points' relative distance from the law
/// @param points how many it rests on
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
  /// Fewer points tell nothing of three numbers.
  public static final int LEAST_POINTS = 6;

  private static final int RESAMPLES = 400;
  private static final long SEED = 20_261_122;
  private static final double LOW = .025;
  private static final double HIGH = .975;

  /// No point is surer than this share.
  private static final double LEAST_ERROR = .01;

  /// Fits points that reach past the knee; empty where there are fewer than six, or they do not.
  public static Optional<ScalabilityFit> of(Curve curve) {
    List<CurvePoint> points = curve.believed().stream().filter(point -> point.tps() > 0).toList();
    boolean users = curve.axis() == Axis.CONCURRENCY;
    return !users || points.size() < LEAST_POINTS || curve.knee().isEmpty()
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
        other[j] = Math.max(tps[j] * LEAST_ERROR, tps[j] + spread * random.nextGaussian());
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
    double least = LEAST_ERROR * point.tps();
    return error > least ? error : least;
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }

  /// Output at a number of users, by the law.
  public double tps(double users) {
    return new UslCurve(lambda, sigma, kappa).tps(users);
  }
}
