package dev.goodput.metrics.saturation;

import java.util.List;
import java.util.Optional;

/// The completion rate of an open loop, `completed = min(λ, μ)`, with μ fitted by least squares, in
/// requests per second.
///
/// @param mu the largest completion rate
/// @param misfit root mean square of the points' relative deviations
/// @param points number of points fitted
public record OpenLoopFit(double mu, double misfit, int points) {
  private static final int STEPS = 2000;

  /// Fits the points of a curve over rates; empty if requests piled up at none, so that the maximum
  /// is not observable.
  public static Optional<OpenLoopFit> of(Curve curve) {
    List<CurvePoint> points = curve.believed().stream().filter(point -> point.rps() > 0).toList();
    boolean past = points.stream().anyMatch(CurvePoint::pilesUp);
    if (!curve.axis().open() || points.size() < 3 || !past) {
      return Optional.empty();
    }
    double turns = curve.requested().perSession();
    double highest = points.stream().mapToDouble(CurvePoint::rps).max().orElseThrow();
    double best = highest;
    double least = misfit(points, turns, highest);
    for (int i = 1; i <= STEPS; i++) {
      double mu = highest * (.5 + (double) i / STEPS);
      double misfit = misfit(points, turns, mu);
      if (misfit < least) {
        least = misfit;
        best = mu;
      }
    }
    return Optional.of(new OpenLoopFit(best, least, points.size()));
  }

  private static double misfit(List<CurvePoint> points, double turns, double mu) {
    double squares = 0;
    for (CurvePoint point : points) {
      double off = point.rps() / Math.min(turns * point.load(), mu) - 1;
      squares += off * off;
    }
    return Math.sqrt(squares / points.size());
  }
}
