package dev.goodput.lab.saturation;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.LevelLog;
import dev.goodput.lab.Target;
import dev.goodput.lab.WithoutThinkTime;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurvePoint;
import dev.goodput.metrics.saturation.Flood;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationPoint;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.SaturationResult.Ending;
import dev.goodput.metrics.saturation.TurnCount;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Increases the load on a server level by level until more load brings nothing
/// (docs/reference/saturation.md).
///
/// At each level, the users of a closed loop take about fifteen turns each: five are warm-up and
/// ten are measured. A level of one rate lasts as long, or fifteen sessions' time if sessions
/// arrive. Each level has its own prompts.
public final class Saturation {
  private static final int MIN_ARRIVALS = 300;

  /// Expected growth of response times from one load to the next.
  private static final double SLOWER = 1.5;

  private static final double NEVER_SECONDS = 1e6;

  private static final long MIN_FLOOD = 64;
  private static final long MAX_FLOOD = 8192;
  private static final int FLOOD_IN_FLIGHT = 4;

  /// The smallest flood, in multiples of the most requests in flight: a flood of twice as many
  /// overstates the rate by 15 % (docs/explanation/statistics.md).
  private static final int MIN_IN_FLIGHT = 3;

  /// Requests that all start at once start before any warm-up ends.
  private static final AnalysisOptions FLOODED = AnalysisOptions.DEFAULTS.withWarmup(Warmup.NONE);

  private final Target target;
  private final LevelLog sinks;
  private final SaturationListener listener;
  private final Profiler profiler;
  private final List<CurvePoint> points = new ArrayList<>();
  private SaturationPlan plan;
  private BenchPlan bench;
  private @Nullable LevelOutcome broken;
  private final List<Flood> floods = new ArrayList<>();
  private @Nullable WithoutThinkTime withoutThinkTime;
  private double floodSeconds = 1;
  private TurnCount requested = TurnCount.NONE;
  private final Recorder recorder;
  private int levels;
  private int profiled = -1;

  private Saturation(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      LevelLog sinks,
      SaturationListener listener,
      Profiler profiler,
      Recorder recorder) {
    this.plan = plan;
    this.bench = bench;
    this.target = target;
    this.sinks = sinks;
    this.listener = listener;
    this.profiler = profiler;
    this.recorder = recorder;
  }

  /// A receiver that stores what the log's entries do not contain, as soon as it is known, because
  /// the process may be killed later.
  public interface Recorder {
    /// Called when a level was ended early because requests piled up.
    void piledUp(int level);

    /// Called when the heaviest load is known; later levels only refine the result.
    void climbed(SaturationResult soFar);
  }

  /// Runs on the calling thread until the result is known or the target is drained, stopped or does
  /// not respond.
  ///
  /// @param bench the requests to send and their options; its levels are ignored
  /// @param sinks the sinks for every entry of every level
  /// @param recorder receives what the entries do not contain
  public static SaturationResult run(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      LevelLog sinks,
      SaturationListener listener,
      Profiler profiler,
      Recorder recorder) {
    return new Saturation(plan, bench, target, sinks, listener, profiler, recorder).run();
  }

  private SaturationResult run() {
    if (plan.axis().open()) {
      double rps = floodUntilStable();
      if (broken == null && Double.isNaN(rps)) {
        return result(Ending.UNSTABLE, "flooded with requests, it answered next to none", null);
      }
      plan = broken == null ? plan.within(rps / requested.perSession()) : plan;
    }
    LevelSchedule climb = new LevelSchedule(plan);
    LevelSchedule.Stop stop = broken == null ? climb(climb) : null;
    if (stop == null) {
      LevelOutcome why = Objects.requireNonNull(broken);
      return result(how(why), why.reason(), null);
    }
    if (stop.worthMore()) {
      recorder.climbed(result(stop.ending(), stop.reason(), "it was killed"));
      further(climb);
    }
    return ended(climb, stop);
  }

  /// Returns the result. Loads in between may have shown that the heaviest ones brought nothing
  /// more. A server that no longer responds is a worse ending than that of the heaviest load,
  /// except during a profiler's level, which does not affect the result.
  private SaturationResult ended(LevelSchedule climb, LevelSchedule.Stop stop) {
    LevelOutcome why = broken;
    if (why != null && how(why) == Ending.UNSTABLE && profiled < 0) {
      return result(Ending.UNSTABLE, why.reason(), why.reason());
    }
    LevelSchedule.Stop found = stop.ending() == Ending.TOP ? climb.top(curve()) : stop;
    return result(found.ending(), found.reason(), why == null ? null : why.reason());
  }

  /// Runs the levels that follow once the heaviest load is known, unless interrupted.
  private void further(LevelSchedule climb) {
    refine(climb);
    if (broken == null && !plan.axis().open()) {
      floodOnce();
    }
    if (broken == null && profiler.isEnabled()) {
      profile();
    }
  }

  private static Ending how(LevelOutcome broken) {
    return broken.ending() == LevelEnded.Ending.ALL_FAILED ? Ending.UNSTABLE : Ending.INTERRUPTED;
  }

  private SaturationResult result(Ending ending, String reason, @Nullable String brokenOff) {
    return new SaturationResult(axis(), ending, reason, curve(), floods, profiled, brokenOff);
  }

  private Curve curve() {
    return new Curve(axis(), requested, points, plan.maxErrorRate());
  }

  private LoadAxis axis() {
    return plan.axis().of(requested);
  }

  /// Returns null if the climb was interrupted.
  private LevelSchedule.@Nullable Stop climb(LevelSchedule climb) {
    double load = climb.first();
    while (true) {
      ask(load, false);
      if (broken != null) {
        return null;
      }
      if (points.isEmpty()) {
        return LevelSchedule.Stop.NOTHING_JUDGED;
      }
      Optional<LevelSchedule.Stop> stop = climb.stop(curve());
      if (stop.isPresent()) {
        return stop.get();
      }
      load = climb.next();
    }
  }

  private void refine(LevelSchedule climb) {
    Optional<Double> load = climb.between(curve());
    while (load.isPresent() && broken == null) {
      ask(load.get(), true);
      load = climb.between(curve());
    }
  }

  private void ask(double load, boolean refining) {
    listener.tries(axis(), load, refining);
    OverloadDetector pileUp =
        new OverloadDetector(
            axis() == LoadAxis.SESSION_RATE ? NEVER_SECONDS : residenceSeconds(load));
    LevelAnalysisSink watch = level(plan(load, pileUp), pileUp);
    if (watch == null || broken != null) {
      return;
    }
    if (!pileUp.why().isEmpty()) {
      recorder.piledUp(levels - 1);
    }
    LevelAnalysisSink.Seen seen = watch.seen(plan.analysis());
    seen.point(axis(), !pileUp.why().isEmpty()).ifPresent(point -> measured(point, pileUp.why()));
  }

  private void measured(CurvePoint point, String endedEarly) {
    points.add(point);
    if (!endedEarly.isEmpty()) {
      listener.endedEarly(axis(), point.load(), endedEarly);
    }
    listener.measured(point, curve());
  }

  private LevelPlan plan(double load, OverloadDetector pileUp) {
    if (!plan.axis().open()) {
      int users = (int) Math.round(load);
      return new LevelPlan(new Arrivals.Closed(), users, plan.turns(users), plan.levelNanos(), 0);
    }
    double arrivals =
        Math.max(MIN_ARRIVALS, SaturationPlan.TURNS * load * SLOWER * residenceSeconds(load));
    long requests = Math.round(arrivals * requested.perSession());
    return new LevelPlan(
        new Arrivals.PoissonUntil(load, pileUp), 0, requests, plan.levelNanos(), 0);
  }

  /// Returns how long arrivals stayed at the next lower load. If no lower load was tried, returns
  /// the time in the smallest flood plus think time, or one second.
  private double residenceSeconds(double load) {
    return curve().points().stream()
        .filter(point -> point.load() < load)
        .flatMap(point -> residenceSeconds(point.level()).stream())
        .reduce((_, last) -> last)
        .orElse(floodSeconds);
  }

  /// Returns how long sessions stay: one of several turns stays until its last response. Empty if
  /// nothing was answered.
  private static Optional<Double> residenceSeconds(LevelResult level) {
    LevelResult.Turns turns = level.turns();
    Distribution millis = turns == null ? level.latencies().e2el() : turns.sessionMs();
    return Optional.ofNullable(millis).map(took -> took.mean() / 1e3);
  }

  /// Doubles the flood until that changes nothing or takes longer than a level may last.
  private double floodUntilStable() {
    double before = Double.NaN;
    for (long size = MIN_FLOOD; size <= MAX_FLOOD && broken == null; size *= 2) {
      int known = floods.size();
      LevelResult all = flood(size);
      if (floods.size() > known) {
        before = floods.getLast().rps();
        if (Flood.settled(floods) || (all != null && nanos(all.window()) > plan.levelNanos())) {
          return before;
        }
      } else if (known > 0) {
        return before;
      }
    }
    return before;
  }

  private static long nanos(LevelResult.Window window) {
    return window.runEndNanos() - window.runBeginNanos();
  }

  /// Floods with four times the load at which output stopped growing, as far as the plan's highest
  /// load and the time of a level allow; skipped if that is less than three times the load.
  private void floodOnce() {
    Optional<CurvePoint> peak = curve().peak();
    Optional<CurvePoint> flat =
        curve().saturation().map(point -> point.from().get(SaturationPoint.Reason.FLAT));
    double inFlight = flat.or(() -> peak).map(CurvePoint::load).orElse(0.0);
    double answered =
        peak.map(point -> point.level().rates().rps()).orElse(0.0) * plan.levelNanos() / 1e9;
    double most = Math.min(plan.to(), answered / requested.perSession());
    long size = (long) Math.min(Math.max(MIN_FLOOD, FLOOD_IN_FLIGHT * inFlight), most);
    if (size >= Math.max(MIN_FLOOD, MIN_IN_FLIGHT * inFlight)) {
      flood(size);
    }
  }

  /// Returns null if interrupted. Users have no think time in a flood.
  private @Nullable LevelResult flood(long size) {
    listener.floods(size);
    LevelAnalysisSink watch = level(new LevelPlan(new Arrivals.Burst(size), 0, 0, 0, 0), null);
    if (watch == null || broken != null) {
      return null;
    }
    LevelAnalysisSink.Seen seen = watch.seen(FLOODED);
    seen.flood().ifPresent(flood -> flooded(flood, seen.all()));
    return seen.all();
  }

  private void flooded(Flood flood, LevelResult all) {
    if (floods.isEmpty() && withoutThinkTime != null) {
      double think = withoutThinkTime.thinkSeconds();
      floodSeconds = residenceSeconds(all).map(seconds -> seconds + think).orElse(floodSeconds);
    }
    floods.add(flood);
    listener.flooded(flood.sessions(), flood.rps());
  }

  private void profile() {
    Optional<CurvePoint> at = curve().saturation().map(SaturationPoint::at).or(curve()::peak);
    if (at.isEmpty()) {
      return;
    }
    double load = at.get().load();
    listener.profiles(axis(), load);
    profiled = levels;
    profiler.start(load, profiled);
    try {
      level(plan(load, new OverloadDetector(NEVER_SECONDS)), null);
    } finally {
      profiler.end(load);
    }
  }

  /// Runs one level; returns null if interrupted before it.
  private @Nullable LevelAnalysisSink level(LevelPlan level, @Nullable OverloadDetector pileUp) {
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
    LevelAnalysisSink watch = new LevelAnalysisSink(sinks.of(bench, index), sinks.last(), pileUp);
    LevelOutcome outcome = target.run(bench, index, source(index), watch);
    sinks.ended(index, outcome);
    requested = requested.and(watch.requested());
    broken = outcome.ending().asPlanned() ? null : outcome;
    return watch;
  }

  private SessionSource source(int index) {
    SessionSource requested = bench.source(index);
    if (bench.levels().get(index).arrivals() instanceof Arrivals.Burst) {
      withoutThinkTime = new WithoutThinkTime(requested);
      return withoutThinkTime;
    }
    return requested;
  }
}
