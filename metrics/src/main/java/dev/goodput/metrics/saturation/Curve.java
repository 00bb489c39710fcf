package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.Goodput;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Output by load, level by level.
///
/// @param axis the quantity that grows
/// @param requested numbers of planned requests and sessions
/// @param points by load, each load once; points at which the client was the bottleneck are shown,
///   but not evaluated
/// @param maxErrorRate the allowed ratio of failures to requests
public record Curve(
    LoadAxis axis, TurnCount requested, List<CurvePoint> points, double maxErrorRate) {
  /// Output counts as flat only if a load this many times larger was tried.
  private static final double BEYOND = 1.5;

  /// How far a load may be from a multiple of the saturation load, as a share of it.
  private static final double NEAR = 0.1;

  private static final double HALF = .5;

  /// Output does not count as flat if noise may hide that a heavier load brings this much more.
  private static final double HIDDEN = .2;

  /// Sorts the points; those without responses stay, with an output of 0.
  public Curve {
    points = points.stream().sorted(Comparator.comparingDouble(CurvePoint::load)).toList();
  }

  /// Returns the points that describe the server, not the client.
  public List<CurvePoint> believed() {
    return points.stream().filter(point -> !point.clientBound()).toList();
  }

  /// Returns the level with the largest output; empty if no request succeeded.
  public Optional<CurvePoint> peak() {
    return believed().stream()
        .filter(point -> point.tps() > 0)
        .max(Comparator.comparingDouble(CurvePoint::tps));
  }

  /// Returns the knee: beyond it, additional load brings less than half of the gain of the first
  /// level; empty if no level shows it.
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

  /// Returns the lowest saturated load and every reason that holds there; empty if there is none.
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

  /// Returns whether every load that was tried fails more than is allowed, including client-bound
  /// points.
  public boolean failsAtOnce() {
    return !points.isEmpty() && points.stream().allMatch(point -> point.errorRate() > maxErrorRate);
  }

  /// Returns the point with a doubt, if there is one.
  private SaturationPoint doubted(SaturationPoint point) {
    if (axis == LoadAxis.SESSION_RATE && point.at().growth() == Growth.UNDECIDED) {
      return point.with(SaturationPoint.Doubt.LONG_SESSIONS);
    }
    boolean flatAlone = point.reasons().equals(List.of(SaturationPoint.Reason.FLAT));
    // An unknown noise cannot be taken for a small one.
    return flatAlone && !(largestPossibleGain(point.at()) <= HIDDEN)
        ? point.with(SaturationPoint.Doubt.NOISE)
        : point;
  }

  private @Nullable CurvePoint before(CurvePoint point) {
    List<CurvePoint> points = believed();
    int index = points.indexOf(point);
    return index == 0 ? null : points.get(index - 1);
  }

  /// Returns the lowest load whose output is within noise of the largest, if sufficiently heavier
  /// loads were tried.
  private Optional<CurvePoint> flatFrom() {
    Optional<CurvePoint> peak = peak();
    if (peak.isEmpty()) {
      return Optional.empty();
    }
    List<CurvePoint> points = believed();
    double heaviest = points.getLast().load();
    for (CurvePoint point : points) {
      if (peak.get().throughput().isSimilarTo(point.throughput())) {
        return heaviest >= BEYOND * point.load() || cliff().isPresent()
            ? Optional.of(point)
            : Optional.empty();
      }
    }
    throw new IllegalStateException("the peak is not like itself");
  }

  /// Returns how much more than a point the heavier loads may bring given their noise, as a share
  /// of its output; 0 if all bring less, NaN if the noise is unknown.
  public double largestPossibleGain(CurvePoint at) {
    return believed().stream()
        .filter(point -> point.load() > at.load())
        .mapToDouble(point -> at.throughput().largestPossibleLead(point.throughput()) / at.tps())
        .reduce(0, Math::max);
  }

  /// Returns the first point of the run of bad points that extends to the heaviest load.
  private Optional<CurvePoint> fromOn(Predicate<CurvePoint> bad) {
    List<CurvePoint> points = believed();
    int first = points.size();
    while (first > 0 && bad.test(points.get(first - 1))) {
      first--;
    }
    return first == points.size() ? Optional.empty() : Optional.of(points.get(first));
  }

  /// Returns what loads of 1.5 and 2 times the saturation load retain of the goodput there. A
  /// factor is absent if no load within a tenth of it was tried, or if nothing was good at the
  /// saturation point.
  public List<Retention> retained() {
    return saturation()
        .map(SaturationPoint::at)
        .map(
            base -> Stream.of(1.5, 2.0).flatMap(factor -> retained(base, factor).stream()).toList())
        .orElse(List.of());
  }

  private Optional<Retention> retained(CurvePoint base, double factor) {
    double load = factor * base.load();
    return believed().stream()
        .filter(point -> Math.abs(point.load() - load) <= NEAR * load)
        .min(Comparator.comparingDouble(point -> Math.abs(point.load() - load)))
        .flatMap(at -> {
          Double before = goodput(base);
          Double then = goodput(at);
          return before == null || then == null
              ? share(factor, at, base.tps(), at.tps(), false)
              : share(factor, at, before, then, true);
        });
  }

  private static Optional<Retention> share(
      double factor, CurvePoint at, double before, double then, boolean goodput) {
    return before > 0
        ? Optional.of(new Retention(factor, at, then / before, goodput))
        : Optional.empty();
  }

  private static @Nullable Double goodput(CurvePoint point) {
    Goodput goodput = point.level().goodput();
    return goodput == null || point.level().sloMet() == null ? null : goodput.requestRps();
  }

  /// Returns the cliff, where output falls as load grows; empty if it does not.
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
