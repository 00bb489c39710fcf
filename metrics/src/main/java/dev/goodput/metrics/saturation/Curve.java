package dev.goodput.metrics.saturation;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Output over load, level by level (METRICS.md §7).
///
/// @param axis what grows
/// @param asked how many requests came in how many sessions
/// @param points by load, each load once; those whose client was the bottleneck are shown, and
///   nothing is read from them
/// @param maxErrorRate failures ÷ requests that are allowed
public record Curve(Axis axis, TurnCount asked, List<CurvePoint> points, double maxErrorRate) {
  /// Output that stays flat is only seen where so many times the load was tried.
  private static final double BEYOND = 1.5;

  private static final double HALF = .5;

  /// Output is not shown to be flat where noise may hide that more load brings so much more.
  private static final double HIDDEN = .2;

  /// Sorts the points; those of nothing that was answered stay, with an output of 0.
  public Curve {
    points = points.stream().sorted(Comparator.comparingDouble(CurvePoint::load)).toList();
  }

  /// The points that say something of the server.
  public List<CurvePoint> believed() {
    return points.stream().filter(point -> !point.clientBound()).toList();
  }

  /// The level of the largest output; empty where nothing was answered.
  public Optional<CurvePoint> peak() {
    return believed().stream()
        .filter(point -> point.tps() > 0)
        .max(Comparator.comparingDouble(CurvePoint::tps));
  }

  /// Where a heavier load brings less than half of what the first did; empty where no level shows
  /// it.
  public Optional<Knee> knee() {
    List<CurvePoint> points = believed();
    if (points.size() < 2 || !(points.getFirst().tps() > 0)) {
      return Optional.empty();
    }
    double first = points.getFirst().tps() / points.getFirst().load();
    for (int i = 0; i + 1 < points.size(); i++) {
      double most = steepestFrom(points, i);
      if (most < HALF * first) {
        return Optional.of(new Knee(points.get(i), points.get(i + 1), first, most));
      }
    }
    return Optional.empty();
  }

  private static double steepestFrom(List<CurvePoint> points, int from) {
    CurvePoint at = points.get(from);
    return points.subList(from + 1, points.size()).stream()
        .mapToDouble(point -> (point.tps() - at.tps()) / (point.load() - at.load()))
        .max()
        .orElse(Double.NaN);
  }

  /// The lowest load that is saturated, and every reason that holds there; empty where none is.
  public Optional<SaturationPoint> saturation() {
    Map<SaturationPoint.Reason, CurvePoint> from = new EnumMap<>(SaturationPoint.Reason.class);
    flatFrom().ifPresent(point -> from.put(SaturationPoint.Reason.FLAT, point));
    fromOn(CurvePoint::missesSlo).ifPresent(point -> from.put(SaturationPoint.Reason.SLO, point));
    fromOn(CurvePoint::pilesUp).ifPresent(point -> from.put(SaturationPoint.Reason.BACKLOG, point));
    fromOn(point -> point.errorRate() > maxErrorRate)
        .ifPresent(point -> from.put(SaturationPoint.Reason.FAILING, point));
    return from.values().stream()
        .min(Comparator.comparingDouble(CurvePoint::load))
        .map(lowest -> doubted(new SaturationPoint(lowest, before(lowest), from, null)));
  }

  /// Whether more fails than is allowed at each load that was tried, however late the client was.
  public boolean failsAtOnce() {
    return !points.isEmpty() && points.stream().allMatch(point -> point.errorRate() > maxErrorRate);
  }

  /// With what is not shown of it, if anything is in doubt.
  private SaturationPoint doubted(SaturationPoint point) {
    if (axis == Axis.SESSION_RATE && point.at().growth() == Growth.UNTOLD) {
      return point.with(SaturationPoint.Doubt.LONG_SESSIONS);
    }
    boolean flatAlone = point.reasons().equals(List.of(SaturationPoint.Reason.FLAT));
    // Noise that is not known is no small noise.
    return flatAlone && !(mostMore(point.at()) <= HIDDEN)
        ? point.with(SaturationPoint.Doubt.NOISE)
        : point;
  }

  private @Nullable CurvePoint before(CurvePoint point) {
    List<CurvePoint> points = believed();
    int index = points.indexOf(point);
    return index == 0 ? null : points.get(index - 1);
  }

  /// The lowest load whose output is within noise of the largest, where enough more was tried.
  private Optional<CurvePoint> flatFrom() {
    Optional<CurvePoint> peak = peak();
    if (peak.isEmpty()) {
      return Optional.empty();
    }
    List<CurvePoint> points = believed();
    double heaviest = points.getLast().load();
    for (CurvePoint point : points) {
      if (peak.get().throughput().isLike(point.throughput())) {
        return heaviest >= BEYOND * point.load() || cliff().isPresent()
            ? Optional.of(point)
            : Optional.empty();
      }
    }
    throw new IllegalStateException("the peak is not like itself");
  }

  /// How much more than a point the heavier ones may bring by their noise, as a share of it; 0
  /// where all bring less, NaN where the noise is not known.
  public double mostMore(CurvePoint at) {
    return believed().stream()
        .filter(point -> point.load() > at.load())
        .mapToDouble(point -> at.throughput().mostBehind(point.throughput()) / at.tps())
        .reduce(0, Math::max);
  }

  /// The first point of the run of bad ones that reaches to the heaviest load.
  private Optional<CurvePoint> fromOn(Predicate<CurvePoint> bad) {
    List<CurvePoint> points = believed();
    int first = points.size();
    while (first > 0 && bad.test(points.get(first - 1))) {
      first--;
    }
    return first == points.size() ? Optional.empty() : Optional.of(points.get(first));
  }

  /// Where output falls as load grows; empty where it does not.
  public Optional<Cliff> cliff() {
    return peak()
        .flatMap(peak ->
            believed().stream()
                .filter(point -> point.load() > peak.load())
                .filter(point -> peak.throughput().exceeds(point.throughput()))
                .findFirst()
                .map(at -> new Cliff(peak, at, 1 - at.tps() / peak.tps())));
  }
}
