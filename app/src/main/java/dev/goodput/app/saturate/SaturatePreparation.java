package dev.goodput.app.saturate;

import static dev.goodput.app.Checks.oneOf;
import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.run.Judgement;
import dev.goodput.lab.saturation.SaturationPlan;
import dev.goodput.metrics.saturation.LoadAxis;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options of `saturate` that have been read and do not contradict each other.
///
/// @param options the options as typed
/// @param asking the target, the workload and the request options
/// @param plan the load levels to try
/// @param judgement the criteria for judging them
/// @param folder the directory of the new run
record SaturatePreparation(
    SaturateOptions options,
    CommonOptions asking,
    SaturationPlan plan,
    Judgement judgement,
    Path folder) {
  private static final List<String> AXES = List.of("concurrency", "rate");
  private static final double MOST_USERS = 100_000;
  private static final double MOST_RATE = 1_000_000;
  private static final double LEAST_GROWTH = 1.1;
  private static final double MOST_GROWTH = 10;

  /// Reads the options and rejects invalid values.
  ///
  /// @throws dev.goodput.app.AppException.Usage contradictory options
  /// @throws dev.goodput.workload.input.WorkloadException a workload that cannot be found or read
  /// @throws dev.goodput.metrics.slo.SloSyntaxException an SLO that cannot be parsed
  static SaturatePreparation of(SaturateOptions options) {
    CommonOptions.check(options.target, options.workload, options.request);
    options.output.check();
    check(options.growth, options.target.embedded());
    Judgement asked = options.judge.over(Judgement.USUAL, options.target.streams());
    CommonOptions asking = CommonOptions.of(options.target, options.workload, options.request);
    Judgement judged = asked.orPreset(asking.sloPreset());
    return new SaturatePreparation(
        options,
        asking,
        plan(options.growth, judged),
        judged,
        options.output.folder("saturate-" + asking.shortName()));
  }

  private static void check(SaturateOptions.Growth growth, boolean embedded) {
    oneOf("--axis", growth.axis, AXES);
    boolean users = growth.axis.equals(AXES.getFirst());
    load("--from", growth.from, users);
    load("--to", growth.to, users);
    refuse(
        growth.from != null && growth.to != null && growth.to < growth.from,
        "--to must not be below --from: found " + growth.from + " to " + growth.to);
    refuse(
        growth.growth != null && !(growth.growth >= LEAST_GROWTH && growth.growth <= MOST_GROWTH),
        "--growth must be from 1.1 to 10, found " + growth.growth);
    refuse(
        growth.levelTime != null && growth.levelTime.toSeconds() < 1,
        "--level-time must be at least 1s");
    if (growth.profiler != null) {
      oneOf("--profiler", growth.profiler, List.of("engine"));
    }
    boolean profiles =
        growth.profiler != null || growth.profilerBegin != null || growth.profilerEnd != null;
    refuse(
        profiles && embedded,
        "--profiler looks into a server, and the simulated engine has nothing to look into; name"
            + " yours with --url");
  }

  private static void load(String option, @Nullable Double load, boolean users) {
    if (load == null) {
      return;
    }
    double most = users ? MOST_USERS : MOST_RATE;
    refuse(
        !(load > 0 && load <= most) || (users && load != Math.rint(load)),
        users
            ? "%s is a whole number of users, at least 1 and at most 100000, found %s"
                .formatted(option, load)
            : "%s is a rate above 0 and at most 1000000 per second, found %s"
                .formatted(option, load));
  }

  private static SaturationPlan plan(SaturateOptions.Growth growth, Judgement judgement) {
    boolean users = growth.axis.equals(AXES.getFirst());
    double from = growth.from == null ? users ? SaturationPlan.USUAL_FROM_USERS : 0 : growth.from;
    double to =
        growth.to == null ? users ? Math.max(from, SaturationPlan.USUAL_TO_USERS) : 0 : growth.to;
    return new SaturationPlan(
        users ? LoadAxis.CONCURRENCY : LoadAxis.RATE,
        from,
        to,
        growth.growth == null ? SaturationPlan.USUAL_GROWTH : growth.growth,
        growth.levelTime == null ? SaturationPlan.USUAL_LEVEL_NANOS : growth.levelTime.toNanos(),
        judgement.options(),
        judgement.maxErrorRate());
  }
}
