package dev.goodput.lab.validation;

import dev.goodput.lab.validation.Finding.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How often an interval of a percentile holds the truth: the one between five runs, and beside it
/// the one by the order of one run's values, which takes requests for independent.
///
/// @param size how often
/// @param trials runs them
/// @param saturation requests per second
record IntervalTrials(ValidationSize size, Trials trials, double saturation) {
  private static final int RUNS = 5;
  private static final int REQUESTS_PER_IN_FLIGHT = 20;
  private static final int WARM_UP_RESIDENCES = 5;
  private static final double SPARE = 1.1;
  private static final long PILOT_REQUESTS = 20_000;
  private static final long TRUTH_SEED = 9_000_001;
  private static final long FIRST_SEED = 1_000;

  List<Finding> all() {
    List<VirtualRun> truths =
        trials.run(
            "intervals: the truth at each load",
            size.loads().size(),
            i ->
                VirtualRun.poisson(
                    Setup.engine(),
                    TRUTH_SEED,
                    size.loads().get(i) * saturation,
                    size.truthRequests()));
    List<Finding> found = new ArrayList<>();
    for (int i = 0; i < truths.size(); i++) {
      found.addAll(at(size.loads().get(i), truths.get(i)));
    }
    return found;
  }

  private List<Finding> at(double load, VirtualRun truth) {
    double rate = load * saturation;
    VirtualRun pilot = VirtualRun.poisson(Setup.engine(), 1, rate, PILOT_REQUESTS);
    double warmUp = WARM_UP_RESIDENCES * pilot.meanResidenceSeconds() * rate;
    long requests = Math.round(SPARE * (warmUp + REQUESTS_PER_IN_FLIGHT * pilot.concurrency()));
    List<VirtualRun> runs =
        trials.run(
            "intervals: runs of %,d requests at %.0f %% load".formatted(requests, 100 * load),
            RUNS * size.intervals(),
            i -> VirtualRun.poisson(Setup.engine(), FIRST_SEED + i, rate, requests));
    List<Finding> found = new ArrayList<>();
    for (Quantity quantity : Quantity.values()) {
      found.addAll(of(LoadPoint.of(quantity, truth, runs), Math.round(100 * load)));
    }
    return found;
  }

  private List<Finding> of(LoadPoint point, long percent) {
    Quantity quantity = point.quantity();
    String key = quantity.key() + "_at_" + percent + "_";
    String words = "%s at %d %% load: ".formatted(quantity.words(), percent);
    boolean told = quantity == Quantity.TPOT_P50 && percent >= 90;
    int runs = point.runs().size();
    return List.of(
        finding(
            key + "pooled",
            words + "five runs, pooled",
            Unit.SHARE,
            point.pooledCovers(RUNS),
            size.intervals(),
            true,
            Reference.share(.87, .99, size.intervals())),
        finding(
            key + "ordered",
            words + "order of one run",
            Unit.SHARE,
            point.orderedCovers(),
            runs,
            false,
            told ? Reference.share(.06, .12, runs) : null),
        finding(
            key + "design_effect",
            words + "design effect",
            Unit.NUMBER,
            point.designEffect(),
            runs,
            false,
            null));
  }

  private static Finding finding(
      String key,
      String what,
      Unit unit,
      double measured,
      int trials,
      boolean ours,
      @Nullable Reference reference) {
    return new Finding(Finding.Part.INTERVALS, key, what, unit, measured, trials, ours, reference);
  }
}
