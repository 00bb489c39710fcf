package dev.goodput.lab.saturation;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.saturation.Cliff;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult.Ending;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The sequence of loads: ever heavier ones until more load brings nothing, then loads in between
/// that narrow down the knee and the saturation point.
final class LevelSchedule {
  private static final double HOPELESS = .2;
  private static final double CLOSE = 1.26;
  private static final int MAX_BETWEEN = 6;
  private static final double SLACK = 1e-9;
  private static final double MIN_MORE = .005;

  private final SaturationPlan plan;
  private final TreeSet<Double> tried = new TreeSet<>();
  private int between;

  LevelSchedule(SaturationPlan plan) {
    this.plan = plan;
  }

  /// The reason why no heavier load is tried.
  ///
  /// @param ending the kind
  /// @param reason the end of a sentence
  record Stop(Ending ending, String reason) {
    static final Stop NOTHING_JUDGED =
        new Stop(
            Ending.NOT_JUDGED,
            "no request of the first level is in its measurement window; use less --warmup and"
                + " --cooldown, a longer --level-time or a higher --from");

    /// Returns whether loads in between and a flood would add information. They would not if the
    /// server fails or the client cannot keep up.
    boolean worthMore() {
      return ending == Ending.SATURATED || ending == Ending.TOP;
    }
  }

  /// Returns the first load.
  double first() {
    return tried(plan.from());
  }

  private double tried(double load) {
    tried.add(load);
    return load;
  }

  /// Returns why the load just tried is the heaviest one; empty if a heavier one follows.
  Optional<Stop> stop(Curve curve) {
    CurvePoint last = heaviest(curve);
    if (last.level().client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      String why = String.join("; ", last.level().client().reasons()) + failures(last);
      return Optional.of(new Stop(Ending.CLIENT_BOUND, "at " + name(curve, last) + ": " + why));
    }
    if (last.errorRate() > HOPELESS) {
      String failed = String.format(Locale.ROOT, "%.0f %%", 100 * last.errorRate());
      return Optional.of(
          new Stop(Ending.FAILING, failed + " of requests failed at " + name(curve, last)));
    }
    Optional<Stop> flat = flat(curve, last);
    if (flat.isPresent()) {
      return flat;
    }
    return tried.last() >= plan.to() * (1 - SLACK) ? Optional.of(top(curve)) : Optional.empty();
  }

  private static String failures(CurvePoint point) {
    return point.errorRate() > 0
        ? String.format(Locale.ROOT, "; %.3g %% of requests failed", 100 * point.errorRate())
        : "";
  }

  /// Returns the final reason once the heaviest load has been tried; loads in between may have
  /// shown since that it brought nothing more.
  Stop top(Curve curve) {
    return flatAt(curve)
        .map(at -> new Stop(Ending.SATURATED, noGrowthReason(curve, at)))
        .orElseGet(() ->
            new Stop(Ending.TOP, curve.axis().text(plan.to()) + " was the largest load tried"));
  }

  private static Optional<CurvePoint> flatAt(Curve curve) {
    return curve.saturation().map(point -> point.from().get(SaturationPoint.Reason.FLAT));
  }

  private static String noGrowthReason(Curve curve, CurvePoint at) {
    double most = curve.largestPossibleGain(at);
    String more =
        most < MIN_MORE
            ? "no more"
            : String.format(Locale.ROOT, "at most %.0f %% more", 100 * most);
    return "%s brought %s than %s".formatted(name(curve, heaviest(curve)), more, name(curve, at));
  }

  private Optional<Stop> flat(Curve curve, CurvePoint last) {
    Optional<Cliff> cliff = curve.cliff();
    if (cliff.isPresent()) {
      return saturated("output falls from %s on".formatted(name(curve, cliff.get().at())));
    }
    if (last.pilesUp()) {
      return saturated("requests pile up at " + name(curve, last));
    }
    double enough = plan.growth() * plan.growth();
    return flatAt(curve)
        .filter(at -> last.load() >= at.load() * enough - SLACK)
        .flatMap(at -> saturated(noGrowthReason(curve, at)));
  }

  private static Optional<Stop> saturated(String reason) {
    return Optional.of(new Stop(Ending.SATURATED, reason));
  }

  private static String name(Curve curve, CurvePoint point) {
    return curve.axis().text(point.load());
  }

  private static CurvePoint heaviest(Curve curve) {
    return curve.points().getLast();
  }

  /// Returns the next heavier load.
  double next() {
    return tried(plan.next(tried.last()));
  }

  /// Returns a load between two that were tried, if the knee or the saturation point can still be
  /// narrowed down; empty if not.
  Optional<Double> between(Curve curve) {
    if (between >= MAX_BETWEEN) {
      return Optional.empty();
    }
    Optional<Double> load =
        curve
            .saturation()
            .flatMap(point -> between(point.before(), point.at()))
            .or(() -> curve.knee().flatMap(knee -> between(knee.at(), knee.next())));
    load.ifPresent(_ -> between++);
    return load.map(this::tried);
  }

  private Optional<Double> between(@Nullable CurvePoint low, CurvePoint high) {
    if (low == null || high.load() <= low.load() * CLOSE) {
      return Optional.empty();
    }
    double middle = plan.rounded(Math.sqrt(low.load() * high.load()));
    return tried.contains(middle) ? Optional.empty() : Optional.of(middle);
  }
}
