package dev.goodput.validation.statistics;

import dev.goodput.lab.VirtualTarget;
import dev.goodput.lab.search.Search;
import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Verification;
import dev.goodput.validation.statistics.Finding.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How close searches come to the true limit, at what price, and how often they claim too much;
/// next to bisections as other tools do them.
///
/// @param size how often
/// @param trials runs them
/// @param saturation requests per second
record SearchTrials(ValidationSize size, Trials trials, double saturation) {
  private static final long FIRST_SEED = 20_000;
  private static final long SEEDS_OF_ONE = 1_000;

  /// Standard deviation of the requests of one search, of 40 searches. Measured with each mean, an
  /// erratic price would allow itself.
  private static final double SPREAD = 10_000;

  List<Finding> all() {
    double truth = Limit.truth(size, trials, saturation);
    List<Finding> found = new ArrayList<>();
    found.add(finding("limit", "the true limit, requests/s", Unit.NUMBER, truth, true, null));
    found.addAll(searches(truth));
    found.addAll(bisections(truth, 300, .26, .26));
    found.addAll(bisections(truth, 1_000, .04, .05));
    return found;
  }

  private List<Finding> searches(double truth) {
    List<Checked> all = trials.run("search: searches", size.searches(), SearchTrials::search);
    int n = size.searches();
    Moments requests = Moments.of(all.stream().mapToDouble(Checked::requests).toArray());
    List<Finding> findings =
        new ArrayList<>(truthful(all.stream().map(Checked::result).toList(), truth));
    findings.add(missed(all, truth));
    findings.add(
        finding(
            "requests",
            "search: requests that it takes",
            Unit.REQUESTS,
            requests.mean(),
            true,
            Reference.between(Double.NEGATIVE_INFINITY, 32_000, 2 * SPREAD / Math.sqrt(n))));
    return findings;
  }

  private List<Finding> truthful(List<SearchResult> all, double truth) {
    List<SearchResult> found = all.stream().filter(each -> !Double.isNaN(each.rate())).toList();
    int n = size.searches();
    double error =
        median(found.stream().mapToDouble(each -> Math.abs(each.rate() / truth - 1)).toArray());
    long holds = found.stream().filter(s -> s.low() <= truth && !(s.high() < truth)).count();
    long over = found.stream().filter(each -> each.low() > truth).count();
    return List.of(
        finding(
            "error",
            "search: median error",
            Unit.RELATIVE,
            error,
            true,
            Reference.between(Double.NEGATIVE_INFINITY, .026, .01)),
        finding(
            "covers",
            "search: interval holds the limit",
            Unit.SHARE,
            (double) holds / n,
            true,
            Reference.shareFrom(.9, n)),
        finding(
            "over_claims",
            "search: lower bound claims too much",
            Unit.SHARE,
            (double) over / n,
            true,
            Reference.shareUpTo(.08, n)));
  }

  /// The share of true claims that a verification reports as missed; one-sided, at 97.5 %.
  private Finding missed(List<Checked> all, double truth) {
    List<Checked> holding = all.stream().filter(each -> each.holds(truth)).toList();
    int n = Math.max(1, holding.size());
    long missed = holding.stream().filter(Checked::missed).count();
    return finding(
        "missed",
        "search: reports a claim as missed that holds",
        Unit.SHARE,
        (double) missed / n,
        true,
        Reference.shareUpTo(.025, n));
  }

  private static Checked search(int index) {
    SearchPlan plan = SearchPlan.of(Limit.slo(), Limit.ATTAINMENT).verifying(true);
    try (VirtualTarget target = new VirtualTarget(Setup.engine())) {
      return new Checked(
          plan,
          Search.run(
              plan, Setup.bench(FIRST_SEED + index, Setup.poisson(1, 1)), target, entry -> {}));
    }
  }

  /// A search whose claim was verified.
  private record Checked(SearchPlan plan, SearchResult result) {
    /// Without those of the verification.
    long requests() {
      return result.requests() - result.verification().map(Verification::requests).orElse(0L);
    }

    boolean holds(double truth) {
      return result.verification().isPresent() && result.claim() <= truth;
    }

    boolean missed() {
      return result.checked(plan).filter(word -> word == Verification.Verdict.MISSED).isPresent();
    }
  }

  private List<Finding> bisections(double truth, long requests, double least, double most) {
    double[] excess =
        trials
            .run(
                "search: bisections with %,d requests a probe".formatted(requests),
                size.searches(),
                i -> new Bisection(requests).claim(FIRST_SEED + SEEDS_OF_ONE * (i + 1)))
            .stream()
            .mapToDouble(claim -> claim / truth - 1)
            .toArray();
    Moments moments = Moments.of(excess);
    double over = (double) Arrays.stream(excess).filter(each -> each > 0).count() / excess.length;
    String words = "bisection, %,d a probe: ".formatted(requests);
    String key = "bisection_%d_".formatted(requests);
    Reference overstates = Reference.between(least, most, 2 * moments.standardError());
    return List.of(
        finding(
            key + "overstates",
            words + "overstates by",
            Unit.RELATIVE,
            moments.mean(),
            false,
            overstates),
        finding(
            key + "over_claims",
            words + "claims too much",
            Unit.SHARE,
            over,
            false,
            Reference.share(.72, .86, size.searches())));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private Finding finding(
      String key,
      String what,
      Unit unit,
      double measured,
      boolean ours,
      @Nullable Reference reference) {
    return new Finding(
        Finding.Part.SEARCH, key, what, unit, measured, size.searches(), ours, reference);
  }
}
