package dev.goodput.operate.review;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the period cost, and how much more load the service could take.
///
/// @param review the review
/// @param stored the stored runs
/// @param cost price of all servers per hour; null if unknown
record Capacity(Review review, StoredRuns stored, @Nullable Cost cost) {
  private static final double MILLION = 1e6;

  /// The share of the logged time in which power must be known.
  private static final double ENOUGH = 0.9;

  private static final String SAMPLED = "unknown: the log holds only a share of the requests";

  /// Returns the share of the searched rate that the busiest five minutes left; empty without a
  /// search, or if the log holds only a share of the requests.
  Optional<Double> headroom() {
    StoredRuns.Search search = stored.search();
    return search == null || review.now().sampled()
        ? Optional.empty()
        : Optional.of(1 - review.peakRate() / search.rate());
  }

  /// Returns the evidence of [#headroom()].
  String evidence() {
    if (review.now().sampled()) {
      return SAMPLED;
    }
    String peak = "peak " + Figures.number(review.peakRate()) + " requests/s over 5 min";
    StoredRuns.Search search = stored.search();
    return search == null
        ? peak + "; no stored search, so the headroom is unknown"
        : "%s; search %s met %s at %s requests/s"
            .formatted(
                peak,
                search.run().directory(),
                search.slo().isEmpty() ? "its SLO" : search.slo(),
                Figures.number(search.rate()));
  }

  /// Returns rows of figures: of the period, and of the period before.
  List<List<String>> rows() {
    Rollup now = review.now().all();
    Rollup before = review.before().all();
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row("requests", count(now, RollupCount.REQUESTS), count(before, RollupCount.REQUESTS)));
    rows.add(
        row(
            "output tokens",
            count(now, RollupCount.OUTPUT_TOKENS),
            count(before, RollupCount.OUTPUT_TOKENS)));
    rows.add(row("useful-work ratio", useful(now), useful(before)));
    if (cost != null) {
      rows.add(row("cost", total(review.now()), total(review.before())));
      rows.add(row("cost of wasted output", wasted(review.now()), wasted(review.before())));
      rows.add(
          row(
              "cost per million good tokens",
              perGoodTokens(review.now()),
              perGoodTokens(review.before())));
    }
    if (!review.now().energy().isEmpty()) {
      rows.add(row("mean power", power(review.now()), power(review.before())));
      rows.add(row("energy", energy(review.now()), energy(review.before())));
      rows.add(
          row(
              "energy per good token",
              energyPerGoodToken(review.now()),
              energyPerGoodToken(review.before())));
    }
    String peak = review.now().sampled() ? SAMPLED : Figures.number(review.peakRate());
    rows.add(row("peak requests/s over 5 min", peak, ""));
    rows.add(row("headroom", headroom().map(Figures::share).orElse(evidence()), ""));
    return rows;
  }

  private static List<String> row(String figure, String now, String before) {
    return List.of(figure, now, before);
  }

  private static String count(Rollup sums, RollupCount counter) {
    return Figures.count(sums.get(counter));
  }

  /// Tokens in good requests ÷ tokens received, of requests that an SLO judges
  /// (docs/explanation/metrics.md).
  private static String useful(Rollup sums) {
    long received = sums.slos().values().stream().mapToLong(SloSums::output).sum();
    return ReviewWords.share(ReviewWords.goodTokens(sums), received);
  }

  private static double hours(PeriodSums sums) {
    return sums.loggedSeconds() / 3600.0;
  }

  private String total(PeriodSums sums) {
    return money(hours(sums), 1, 1);
  }

  private String wasted(PeriodSums sums) {
    Rollup all = sums.all();
    long wasted = all.waste().values().stream().mapToLong(Waste::outputTokens).sum();
    return money(hours(sums), (double) wasted, (double) all.get(RollupCount.OUTPUT_TOKENS));
  }

  /// Returns what wasted output tokens cost.
  String costOf(Waste waste) {
    long output = review.now().all().get(RollupCount.OUTPUT_TOKENS);
    return money(hours(review.now()), (double) waste.outputTokens(), (double) output);
  }

  /// Returns the cost in a sentence; empty without a price.
  Optional<String> sentence() {
    return cost == null
        ? Optional.empty()
        : Optional.of(
            "Cost %s, %s of it for wasted output; %s per million good tokens (period before: %s)."
                .formatted(
                    total(review.now()),
                    wasted(review.now()),
                    perGoodTokens(review.now()),
                    perGoodTokens(review.before())));
  }

  /// Returns the mean power of all upstreams; a reason if it is not known for nearly all of the
  /// time in which the log was written.
  private static String power(PeriodSums sums) {
    return known(sums).orElseGet(() -> Figures.number(watts(sums)) + " W");
  }

  private static String energy(PeriodSums sums) {
    return known(sums).orElseGet(() -> Figures.number(watts(sums) * hours(sums) / 1e3) + " kWh");
  }

  private static String energyPerGoodToken(PeriodSums sums) {
    long good = ReviewWords.goodTokens(sums.all());
    return known(sums).isPresent() || good == 0 || sums.sampled()
        ? Figures.ABSENT
        : Figures.number(watts(sums) * hours(sums) * 3600 / good) + " J";
  }

  private static double watts(PeriodSums sums) {
    return sums.energy().values().stream().mapToDouble(PeriodSums.Energy::watts).sum();
  }

  /// Returns why the energy of a period is unknown; empty if it is known.
  private static Optional<String> known(PeriodSums sums) {
    if (sums.energy().isEmpty()) {
      return Optional.of(Figures.ABSENT);
    }
    for (String upstream : sums.serving()) {
      if (!sums.energy().containsKey(upstream)) {
        return Optional.of("unknown: the power of " + upstream + " was not read");
      }
    }
    for (Map.Entry<String, PeriodSums.Energy> each : sums.energy().entrySet()) {
      double share = each.getValue().knownSeconds() / sums.loggedSeconds();
      if (!(share >= ENOUGH)) {
        return Optional.of(
            "unknown: the power of %s is known for %s of the time"
                .formatted(each.getKey(), Figures.share(Math.min(1, share))));
      }
    }
    return Optional.empty();
  }

  private String perGoodTokens(PeriodSums sums) {
    long good = ReviewWords.goodTokens(sums.all());
    double seconds = hours(sums) * 3600;
    return cost == null || good == 0 || sums.sampled()
        ? Figures.ABSENT
        : Figures.number(cost.perUnit(good / seconds) * MILLION) + " " + cost.currency();
  }

  private String money(double hours, double part, double of) {
    return cost == null || of == 0
        ? Figures.ABSENT
        : Figures.number(cost.perHour() * hours * part / of) + " " + cost.currency();
  }
}
