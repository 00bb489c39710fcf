package dev.goodput.lab.saturation;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.LevelSinks;
import dev.goodput.lab.Target;
import dev.goodput.lab.saturation.SaturationResult.Ending;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.saturation.Axis;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Loads a server level by level, until more load brings nothing (METRICS.md §7).
///
/// Users of a closed loop take turns until each had about fifteen, so that five are warm-up and ten
/// are measured; a level of one rate lasts as long. Each level has prompts of its own.
public final class Saturation {
  private static final int TURNS = 15;
  private static final int LEAST_TURNS = 30;
  private static final int LEAST_ARRIVALS = 300;

  /// Answers take longer as load grows: so many times what the load before showed.
  private static final double SLOWER = 1.5;

  private static final double NEVER_SECONDS = 1e6;

  private static final long LEAST_FLOOD = 64;
  private static final long LEAST_AT_ONCE = 16;
  private static final long MOST_FLOOD = 8192;
  private static final double SAME_RATE = .05;
  private static final int FLOOD_IN_FLIGHT = 4;

  private final Target target;
  private final LevelSinks sinks;
  private final SaturationListener listener;
  private final Profiler profiler;
  private final List<CurvePoint> points = new ArrayList<>();
  private SaturationPlan plan;
  private BenchPlan bench;
  private @Nullable LevelOutcome broken;
  private @Nullable Double floodRps;
  private double floodSeconds = 1;
  private int levels;
  private int profiled = -1;

  private Saturation(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      LevelSinks sinks,
      SaturationListener listener,
      Profiler profiler) {
    this.plan = plan;
    this.bench = bench;
    this.target = target;
    this.sinks = sinks;
    this.listener = listener;
    this.profiler = profiler;
  }

  /// Runs on the calling thread, until it knows enough, or the target is drained, stopped or
  /// answers nothing.
  ///
  /// @param bench what to ask and how; its levels are not asked
  /// @param sinks get every entry of every level
  public static SaturationResult run(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      LevelSinks sinks,
      SaturationListener listener,
      Profiler profiler) {
    return new Saturation(plan, bench, target, sinks, listener, profiler).run();
  }

  private SaturationResult run() {
    if (plan.axis() == Axis.RATE) {
      double rps = floodUntilSteady();
      if (broken == null && Double.isNaN(rps)) {
        return result(Ending.UNSTABLE, "flooded with requests, it answered next to none");
      }
      plan = broken == null ? plan.within(rps) : plan;
    }
    Climb climb = new Climb(plan);
    Climb.Stop stop = broken == null ? climb(climb) : null;
    if (stop != null && stop.worthMore()) {
      further(climb);
    }
    if (stop != null && stop.ending() == Ending.TOP) {
      stop = climb.top(curve());
    }
    LevelOutcome why = broken;
    // What breaks off after the heaviest load is known takes nothing from what is known.
    if (stop != null) {
      String more = why == null ? "" : "; what was to follow was broken off: " + why.reason();
      return result(stop.ending(), stop.reason() + more);
    }
    return why == null
        ? result(Ending.UNSTABLE, "nothing was answered")
        : result(how(why), why.reason());
  }

  /// What is asked once the heaviest load is known, unless somebody interrupts.
  private void further(Climb climb) {
    refine(climb);
    if (broken == null && plan.axis() == Axis.CONCURRENCY) {
      floodOnce();
    }
    if (broken == null && profiler.wanted()) {
      profile();
    }
  }

  private static Ending how(LevelOutcome broken) {
    return broken.ending() == LevelEnded.Ending.ALL_FAILED ? Ending.UNSTABLE : Ending.INTERRUPTED;
  }

  private SaturationResult result(Ending ending, String reason) {
    return new SaturationResult(plan.axis(), ending, reason, curve(), floodRps, profiled);
  }

  private Curve curve() {
    return new Curve(plan.axis(), points, plan.maxErrorRate());
  }

  /// Null where it was broken off.
  private Climb.@Nullable Stop climb(Climb climb) {
    double load = climb.first();
    while (true) {
      ask(load, false);
      if (broken != null) {
        return null;
      }
      if (points.isEmpty()) {
        return Climb.Stop.NOTHING_JUDGED;
      }
      Optional<Climb.Stop> stop = climb.stop(curve());
      if (stop.isPresent()) {
        return stop.get();
      }
      load = climb.next();
    }
  }

  private void refine(Climb climb) {
    Optional<Double> load = climb.between(curve());
    while (load.isPresent() && broken == null) {
      ask(load.get(), true);
      load = climb.between(curve());
    }
  }

  private void ask(double load, boolean refining) {
    listener.tries(load, refining);
    PileUp pileUp = new PileUp(answerSeconds(load));
    LevelWatch watch = level(plan(load, pileUp), pileUp);
    if (watch == null || broken != null) {
      return;
    }
    Optional<CurvePoint> judged = watch.point(plan);
    if (judged.isEmpty()) {
      return;
    }
    CurvePoint point = judged.get();
    points.add(point);
    if (!pileUp.why().isEmpty()) {
      listener.endedEarly(load, pileUp.why());
    }
    listener.measured(point, curve());
  }

  private LevelPlan plan(double load, PileUp pileUp) {
    if (plan.axis() == Axis.CONCURRENCY) {
      int users = (int) Math.round(load);
      long turns = Math.max(LEAST_TURNS, (long) TURNS * users);
      return new LevelPlan(new Arrivals.Closed(), users, turns, plan.levelNanos(), 0);
    }
    long arrivals =
        Math.max(LEAST_ARRIVALS, Math.round(TURNS * load * SLOWER * answerSeconds(load)));
    return new LevelPlan(
        new Arrivals.PoissonUntil(load, pileUp), 0, arrivals, plan.levelNanos(), 0);
  }

  /// How long answers took at the next lower load; where none was tried in the smallest flood, or a
  /// second.
  private double answerSeconds(double load) {
    return curve().points().stream()
        .filter(point -> point.load() < load)
        .flatMap(point -> Stream.ofNullable(point.level().latencies().e2el()))
        .reduce((_, last) -> last)
        .map(Saturation::meanSeconds)
        .orElse(floodSeconds);
  }

  private static double meanSeconds(Distribution millis) {
    return millis.mean() / 1e3;
  }

  private double floodUntilSteady() {
    double before = Double.NaN;
    for (long size = LEAST_FLOOD; size <= MOST_FLOOD && broken == null; size *= 2) {
      double rps = flood(size);
      if (Math.abs(rps / before - 1) < SAME_RATE) {
        return rps;
      }
      before = rps;
    }
    return before;
  }

  /// Four times as many at once as where output stopped growing, as far as that was to be tried and
  /// can be answered in the time of a level; none where that is no flood.
  private void floodOnce() {
    Optional<CurvePoint> peak = curve().peak();
    Optional<CurvePoint> flat =
        curve().saturation().map(point -> point.from().get(SaturationPoint.Reason.FLAT));
    double inFlight = flat.or(() -> peak).map(CurvePoint::load).orElse(0.0);
    double answered =
        peak.map(point -> point.level().rates().rps()).orElse(0.0) * plan.levelNanos() / 1e9;
    long size = (long) Math.min(FLOOD_IN_FLIGHT * inFlight, Math.min(plan.to(), answered));
    if (size >= LEAST_AT_ONCE) {
      flood(size);
    }
  }

  private double flood(long size) {
    listener.floods(size);
    LevelWatch watch = level(new LevelPlan(new Arrivals.Burst(size), 0, 0, 0, 0), null);
    LevelWatch.Flood found = watch == null || broken != null ? null : watch.flood();
    double rps = found == null ? Double.NaN : found.rps();
    if (found != null && Double.isFinite(rps)) {
      floodSeconds = floodRps == null ? found.answerSeconds() : floodSeconds;
      floodRps = rps;
      listener.flooded(size, rps);
    }
    return rps;
  }

  private void profile() {
    Optional<CurvePoint> at = curve().saturation().map(SaturationPoint::at).or(curve()::peak);
    if (at.isEmpty()) {
      return;
    }
    double load = at.get().load();
    listener.profiles(load);
    profiled = levels;
    profiler.begin(load, profiled);
    try {
      level(plan(load, new PileUp(NEVER_SECONDS)), null);
    } finally {
      profiler.end(load);
    }
  }

  /// One level; null where somebody interrupted before it.
  private @Nullable LevelWatch level(LevelPlan level, @Nullable PileUp pileUp) {
    int index = levels++;
    bench = bench.withLevel(index, level);
    if (index > 0) {
      target.pause(bench.pauseNanos());
    }
    LevelOutcome interrupted = target.interrupted();
    if (interrupted != null) {
      broken = interrupted;
      return null;
    }
    LevelWatch watch = new LevelWatch(sinks.of(bench, index), pileUp);
    LevelOutcome outcome = target.run(bench, index, bench.source(index), watch);
    sinks.ended(index, outcome);
    broken = outcome.ending().asPlanned() ? null : outcome;
    return watch;
  }
}
