package dev.goodput.app.search;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.run.Judgement;
import dev.goodput.lab.search.Search;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.slo.Slo;
import java.nio.file.Path;
import java.util.Objects;

/// Options of `search` that have been read and do not contradict each other.
///
/// @param options the options as typed
/// @param asking the target, the workload and the request options
/// @param plan the goal of the search
/// @param judgement the same goal, for the run's manifest
/// @param folder the directory of the new run
record SearchPreparation(
    SearchOptions options,
    CommonOptions asking,
    SearchPlan plan,
    Judgement judgement,
    Path folder) {
  private static final long LEAST_STRETCH = 100;
  private static final double WIDEST = .5;

  /// Reads the options and rejects invalid values.
  ///
  /// @throws dev.goodput.app.AppException.Usage contradictory options
  /// @throws dev.goodput.workload.input.WorkloadException a workload that cannot be found or read
  /// @throws dev.goodput.metrics.slo.SloSyntaxException an SLO that cannot be parsed
  static SearchPreparation of(SearchOptions options) {
    CommonOptions.check(options.target, options.workload, options.request);
    options.output.check();
    Judgement asked = options.judge.over(Judgement.USUAL, options.target.streams());
    CommonOptions asking = CommonOptions.of(options.target, options.workload, options.request);
    Judgement judged = asked.orPreset(asking.sloPreset());
    AnalysisOptions analysis = judged.options();
    Slo slo = analysis.slo();
    refuse(
        slo == null,
        "a search needs an SLO, and " + asking.workload().name() + " has none; use --slo chat");
    refuse(
        analysis.attainmentTarget() >= 1,
        "--attainment must be below 1 in a search: no finite run shows that nobody ever waits");
    return new SearchPreparation(
        options,
        asking,
        plan(
            options.effort,
            SearchPlan.of(Objects.requireNonNull(slo), analysis.attainmentTarget())
                .allowing(judged.maxErrorRate())),
        judged,
        options.output.folder("search-" + asking.shortName()));
  }

  /// Returns a copy with another plan.
  SearchPreparation with(SearchPlan other) {
    return new SearchPreparation(options, asking, other, judgement, folder);
  }

  private static SearchPlan plan(SearchOptions.Effort effort, SearchPlan usual) {
    long stretch = effort.stretch == null ? SearchPlan.USUAL_STRETCH : effort.stretch;
    long budget = effort.budget == null ? SearchPlan.USUAL_BUDGET : effort.budget;
    int slots = effort.serverSlots == null ? 0 : effort.serverSlots;
    refuse(
        stretch < LEAST_STRETCH,
        "--stretch must be at least " + LEAST_STRETCH + ", found " + stretch);
    refuse(effort.serverSlots != null && slots < 1, "--server-slots must be at least 1");
    double tolerance =
        effort.tolerance == null ? SearchPlan.USUAL_TOLERANCE : tolerance(effort.tolerance);
    SearchPlan plan = usual.verifying(effort.verify).lasting(tolerance, stretch, budget, slots);
    refuse(
        budget < Search.leastBudget(plan),
        "--budget must have room for requests alone, a flood and three stretches, "
            + Search.leastBudget(plan)
            + (effort.verify ? " with those of --verify" : "")
            + ", found "
            + budget);
    return plan;
  }

  private static double tolerance(double share) {
    refuse(
        !(share > 0 && share <= WIDEST),
        "--tolerance is a share above 0 and at most 50%, like 4% or 0.04, found " + share);
    return share;
  }
}
