package dev.goodput.operate.review;

import dev.goodput.history.RunStore;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A review in words: the headline, a few findings, what to do, and then the figures.
public final class ReviewText {
  private static final int MAX_BULLETS = 5;

  /// Of the engines, in a bullet.
  private static final int MAX_FACTS = 3;

  private final Review review;
  private final List<Finding> findings;
  private final List<ReviewActions.Action> actions;
  private final Capacity capacity;
  private final ReviewTables tables;

  private ReviewText(Review review, StoredRuns stored, Path log, @Nullable Cost cost) {
    this.review = review;
    this.findings = Finding.of(review);
    this.capacity = new Capacity(review, stored, cost);
    this.actions = new ReviewActions(review, log, capacity).of(findings);
    this.tables = new ReviewTables(review, stored, capacity);
  }

  /// Returns the words of a review.
  ///
  /// @param store the stored runs, which the review lists
  /// @param log the directory of the log
  /// @param cost price of all servers per hour; null if unknown
  public static Summary of(Review review, RunStore store, Path log, @Nullable Cost cost) {
    StoredRuns stored = StoredRuns.of(store, review.period());
    return new ReviewText(review, stored, log, cost).summary();
  }

  private Summary summary() {
    Stream<Verdict> bullets = findings.stream().map(this::verdict).limit(MAX_BULLETS);
    List<Summary.Section> sections =
        Stream.of(
                tables.actions(actions),
                tables.promises(),
                tables.spans(),
                tables.alerts(),
                tables.events(),
                tables.changes(),
                tables.tenants(),
                tables.waste(),
                tables.figures(),
                tables.runs())
            .filter(section -> !section.table().rows().isEmpty())
            .toList();
    return new Summary(
        "review",
        List.of(),
        Stream.concat(Stream.of(covered()), capacity.sentence().stream()).toList(),
        List.of(Stream.concat(Stream.of(headline()), bullets).toList()),
        sections,
        notes(),
        true,
        List.of(),
        new NextStep("", ""));
  }

  private Verdict headline() {
    Rollup all = review.now().all();
    List<String> missed =
        review.objectives().entrySet().stream()
            .filter(each -> missed(each.getKey(), each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    String slos =
        missed.isEmpty() ? "Every SLO was met" : "SLO " + String.join(", ", missed) + " was missed";
    String attention =
        findings.isEmpty()
            ? "nothing needs attention"
            : findings.size() == 1
                ? "one thing needs attention"
                : findings.size() + " things need attention";
    return (missed.isEmpty() ? Severity.GOOD : Severity.BAD)
        .verdict(
            slos,
            "%s, %s good; %s"
                .formatted(
                    Figures.counted(all.get(RollupCount.REQUESTS), "request"),
                    Figures.share(ReviewWords.attainment(all)),
                    attention));
  }

  private boolean missed(String sloClass, ServiceObjective slo) {
    List<SliceSums> slices = review.slices().get(sloClass);
    Double kept =
        slices == null
            ? ReviewWords.attainment(review.now().ofClass(sloClass))
            : ReviewWords.attainment(slices.getFirst());
    return kept != null && kept < slo.target().doubleValue();
  }

  private String covered() {
    ReviewPeriod period = review.period();
    return "%s to %s UTC; the %s %s of %s."
        .formatted(
            ReviewWords.time(period.from()),
            ReviewWords.time(period.until()),
            review.rolledUp() ? "roll-ups cover" : "log covers",
            Figures.span((double) review.now().loggedSeconds()),
            Figures.span((double) period.length().toSeconds()));
  }

  private Verdict verdict(Finding finding) {
    return switch (finding) {
      case Finding.Outage(List<MissedSpan> spans) ->
          Severity.BAD.verdict("outage", when(spans) + ": " + failed(spans) + engines(spans));
      case Finding.TooSlow(List<MissedSpan> spans, List<LatencyChange> changes) ->
          Severity.BAD.verdict(
              "too slow", when(spans) + ": " + bad(spans) + words(changes) + engines(spans));
      case Finding.Regression(List<LatencyChange> changes) ->
          Severity.WARN.verdict(
              "regression", "SLO " + changes.getFirst().sloClass() + words(changes));
      case Finding.ClientsLeave(TenantWaste waste) ->
          Severity.WARN.verdict(
              "clients leave",
              "tenant %s cancelled %s of its requests (others: %s), which wasted %s (%s of all)"
                  .formatted(
                      waste.tenant(),
                      Figures.share(waste.share()),
                      Figures.share(waste.othersShare()),
                      Figures.counted(waste.waste().outputTokens(), "output token"),
                      Figures.share(waste.shareOfOutput())));
    };
  }

  private static MissedSpan worst(List<MissedSpan> spans) {
    return spans.stream().max(Comparator.comparingLong(MissedSpan::bad)).orElseThrow();
  }

  private static String when(List<MissedSpan> spans) {
    MissedSpan worst = worst(spans);
    String more =
        spans.size() == 1 ? "" : " and " + Figures.counted(spans.size() - 1, "other time");
    return "SLO " + worst.sloClass() + ", " + ReviewWords.span(worst) + more;
  }

  /// Returns what the engines did at the time that the bullet names.
  private String engines(List<MissedSpan> spans) {
    return Stream.ofNullable(review.causes().get(worst(spans)))
        .flatMap(cause -> cause.engines().stream())
        .limit(MAX_FACTS)
        .map(fact -> "; " + fact)
        .collect(Collectors.joining());
  }

  private static String failed(List<MissedSpan> spans) {
    return "%s of %s failed"
        .formatted(
            Figures.count(spans.stream().mapToLong(MissedSpan::failed).sum()), requests(spans));
  }

  private static String bad(List<MissedSpan> spans) {
    return "%s of %s missed the SLO"
        .formatted(Figures.count(spans.stream().mapToLong(MissedSpan::bad).sum()), requests(spans));
  }

  private static String requests(List<MissedSpan> spans) {
    return Figures.counted(spans.stream().mapToLong(MissedSpan::requests).sum(), "request");
  }

  private static String words(List<LatencyChange> changes) {
    StringBuilder text = new StringBuilder();
    for (LatencyChange change : changes) {
      text.append(
          "; %s %s → %s since %s"
              .formatted(
                  ReviewWords.latency(change),
                  ReviewWords.millis(change.before()),
                  ReviewWords.millis(change.after()),
                  ReviewWords.time(change.at())));
    }
    return text.toString();
  }

  /// Returns the cost by the gateways' price lists, whose currency roll-ups do not hold.
  private Optional<String> cost() {
    Rollup all = review.now().all();
    double cost = all.get(RollupCount.COST_NANOS) / 1e9;
    double wasted = all.waste().values().stream().mapToDouble(Waste::money).sum() / 1e9;
    return !review.rolledUp() || cost == 0
        ? Optional.empty()
        : Optional.of(
            "cost: %s in the currency of the gateways' price lists, %s of it wasted, for %s of %s"
                .formatted(
                    Figures.number(cost),
                    Figures.number(wasted),
                    Figures.count(all.get(RollupCount.PRICED_ATTEMPTS)),
                    Figures.counted(all.get(RollupCount.ATTEMPTS), "attempt")));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(review.notes());
    Duration length = review.period().length();
    if (review.logged().from().isAfter(review.period().from())) {
      notes.add(
          (review.rolledUp() ? "the roll-ups start on " : "the log starts on ")
              + ReviewWords.time(review.logged().from())
              + ", after the start of the period");
    }
    if (review.before().loggedSeconds() < length.toSeconds() / 2) {
      notes.add(
          (review.rolledUp() ? "the roll-ups hold" : "the log holds")
              + " little of the period before, so comparisons with it are rough");
    }
    cost().ifPresent(notes::add);
    if (length.compareTo(Duration.ofDays(2)) < 0) {
      notes.add("lasting changes of latency are searched in periods of two days or more");
    }
    notes.add(
        "times at which an SLO was missed are those at which its burn-rate alerts fire; in"
            + " intervals, requests that overlap count as one observation");
    return notes;
  }
}
