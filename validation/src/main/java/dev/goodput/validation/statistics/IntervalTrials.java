package dev.goodput.validation.statistics;

import dev.goodput.validation.statistics.Finding.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How often an interval of a percentile contains the truth: the interval between five runs, and
/// the interval by the order of one run's values, which assumes independent requests.
///
/// @param size how often
/// @param trials runs them
/// @param saturation requests per second
record IntervalTrials(ValidationSize size, Trials trials, double saturation) {
  private static final int RUNS = 5;
  private static final int REQUESTS_PER_IN_FLIGHT = 20;
  private static final int WARM_UP_RESIDENCES = 5;
  private static final double MAX_OPEN = .1;
  private static final double SPARE = 1.1;
  private static final long PILOT_REQUESTS = 20_000;
  private static final long TRUTH_SEED = 9_000_001;
  private static final long FIRST_SEED = 1_000;
  private static final long SEEDS_OF_ONE = 100_000;

  List<Finding> all() {
    List<VirtualRun> truths =
        trials.run(
            "intervals: the truth at each load",
            size.loads().size(),
            i ->
                VirtualRun.poisson(
                    Setup.engine(),
                    TRUTH_SEED + i,
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
            i -> VirtualRun.poisson(Setup.engine(), seed(load) + i, rate, requests));
    List<Finding> found = new ArrayList<>();
    for (Quantity quantity : Quantity.values()) {
      found.addAll(of(LoadPoint.of(quantity, truth, runs), Math.round(100 * load)));
    }
    return found;
  }

  private static long seed(double load) {
    return Math.round(100 * load) * SEEDS_OF_ONE + FIRST_SEED;
  }

  private List<Finding> of(LoadPoint point, long percent) {
    String key = point.quantity().key() + "_at_" + percent + "_";
    String words = "%s at %d %% load: ".formatted(point.quantity().words(), percent);
    List<Finding> found = new ArrayList<>(pooled(point, key, words));
    found.addAll(ofOne(point, key, words, percent));
    return found;
  }

  private List<Finding> pooled(LoadPoint point, String key, String words) {
    int trials = size.intervals();
    Reference holds = Reference.share(.87, .99, trials);
    Reference open = Reference.shareUpTo(MAX_OPEN, trials);
    Reference width = Reference.between(0, point.quantity().widest, 0);
    return List.of(
        ours(
            key + "pooled",
            words + "five runs, pooled",
            Unit.SHARE,
            point.pooledCovers(RUNS),
            holds),
        ours(key + "open", words + "open at the top", Unit.SHARE, point.open(RUNS), open),
        ours(key + "width", words + "width, median", Unit.RELATIVE, point.width(RUNS), width));
  }

  private Finding ours(String key, String words, Unit unit, double found, Reference reference) {
    return finding(key, words, unit, found, size.intervals(), true, reference);
  }

  private static List<Finding> ofOne(LoadPoint point, String key, String words, long percent) {
    boolean isPublished = point.quantity() == Quantity.TPOT_P50 && percent >= 90;
    int runs = point.runs().size();
    Reference published = isPublished ? Reference.share(.06, .12, runs) : null;
    double ordered = point.orderedCovers();
    double effect = point.designEffect();
    return List.of(
        finding(
            key + "ordered",
            words + "order of one run",
            Unit.SHARE,
            ordered,
            runs,
            false,
            published),
        finding(
            key + "design_effect",
            words + "design effect",
            Unit.NUMBER,
            effect,
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
