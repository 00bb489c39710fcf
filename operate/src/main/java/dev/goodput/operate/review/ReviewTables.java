package dev.goodput.operate.review;

import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.observe.ServiceObservation.Event;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Cell;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tables of a review.
///
/// @param review the review
/// @param stored the stored runs
/// @param capacity cost and headroom
record ReviewTables(Review review, StoredRuns stored, Capacity capacity) {
  private static final double CONFIDENCE = 0.975;
  private static final int MAX_ROWS = 20;
  private static final List<String> WASTE =
      List.of(
          "cause",
          "attempts",
          "input tokens",
          "output tokens",
          "of all output",
          "before",
          "cost of output");

  Summary.Section actions(List<ReviewActions.Action> actions) {
    return section(
        "What to do",
        List.of("action", "evidence", "command"),
        0,
        actions.stream()
            .map(each -> List.of(each.what(), each.evidence(), each.command()))
            .toList());
  }

  Summary.Section promises() {
    List<List<String>> rows = new ArrayList<>();
    review
        .objectives()
        .forEach((name, slo) -> {
          Rollup sums = review.now().ofClass(name);
          if (ReviewWords.judged(sums) > 0) {
            List<SliceSums> slices = review.slices().get(name);
            rows.add(
                slices == null
                    ? promise(name, slo, sums)
                    : promise(name, slo, slices.getFirst(), slices.getLast()));
          }
        });
    return section(
        "Service level objectives",
        List.of(
            "SLO",
            "target",
            "actual",
            "95 % interval",
            "counted",
            "bad",
            "budget used",
            "period before"),
        7,
        rows);
  }

  private List<String> promise(String name, ServiceObjective slo, Rollup sums) {
    long judged = ReviewWords.judged(sums);
    long good = ReviewWords.good(sums);
    double budget = slo.budget().doubleValue();
    double bad = (double) (judged - good) / judged;
    return List.of(
        name,
        slo.targetText(),
        ReviewWords.share(good, judged),
        interval(sums, good, judged),
        Figures.count(judged),
        Figures.count(judged - good),
        budget == 0 ? Figures.ABSENT : Figures.share(bad / budget),
        Figures.share(ReviewWords.attainment(review.before().ofClass(name))));
  }

  /// Slices of one cause are bad together, so their number gives no interval.
  private static List<String> promise(
      String name, ServiceObjective slo, SliceSums now, SliceSums before) {
    double budget = slo.budget().doubleValue();
    return List.of(
        name,
        "%s of slices of %s"
            .formatted(slo.targetText(), Figures.span((double) ServiceObjective.SLICE.toSeconds())),
        Figures.share(ReviewWords.attainment(now)),
        Figures.ABSENT,
        Figures.count(now.slices()),
        Figures.count(now.bad()),
        now.slices() == 0
            ? Figures.ABSENT
            : Figures.share((double) now.bad() / now.slices() / budget),
        Figures.share(ReviewWords.attainment(before)));
  }

  /// Returns the interval of a share. Requests that overlap count as one observation.
  private String interval(Rollup sums, long good, long judged) {
    double inFlight =
        sums.get(RollupCount.RESIDENCE_MICROS) / 1e6 / Math.max(1, review.now().loggedSeconds());
    Double worth = Overlap.at(inFlight).worth(judged);
    double all = worth == null ? judged : worth;
    double goodOnes = all * good / judged;
    return Figures.share(ShareBounds.lower(goodOnes, all, CONFIDENCE))
        + " to "
        + Figures.share(ShareBounds.upper(goodOnes, all, CONFIDENCE));
  }

  Summary.Section spans() {
    return section(
        "When an SLO was missed",
        List.of("SLO", "when (UTC)", "why", "alert", "bad"),
        1,
        review.spans().stream()
            .filter(span -> span.in(review.period()))
            .limit(MAX_ROWS)
            .map(this::span)
            .toList());
  }

  private List<String> span(MissedSpan span) {
    String kind = span.outage() ? "failures" : "slow responses";
    MissCause known = review.causes().get(span);
    String cause = known == null ? "" : ": " + ReviewActions.words(known);
    return List.of(
        span.sloClass(),
        ReviewWords.span(span),
        kind + cause,
        span.alert() + " (" + span.severity() + ")",
        Figures.count(span.bad()) + " of " + Figures.count(span.requests()));
  }

  /// The alerts that the gateway itself evaluated and reported.
  Summary.Section alerts() {
    return section(
        "Alerts of the gateway",
        List.of("when (UTC)", "SLO", "alert"),
        0,
        review.events().stream()
            .filter(ReviewTables::alerted)
            .limit(MAX_ROWS)
            .map(each -> List.of(ReviewWords.time(each.at()), each.source(), words(each)))
            .toList());
  }

  private static boolean alerted(Event event) {
    return event.kind().equals(Event.FIRING) || event.kind().equals(Event.RESOLVED);
  }

  private static String words(Event alert) {
    return alert.kind().equals(Event.RESOLVED) ? alert.detail() + " resolved" : alert.detail();
  }

  /// Returns everything that the gateway observed except requests.
  Summary.Section events() {
    Map<List<String>, List<Event>> grouped = new LinkedHashMap<>();
    review.events().stream()
        .filter(event -> !alerted(event))
        .forEach(event ->
            grouped
                .computeIfAbsent(List.of(event.source(), event.kind()), _ -> new ArrayList<>())
                .add(event));
    return section(
        "Events of the service",
        List.of("source", "event", "first (UTC)", "last (UTC)", "detail of the last", "count"),
        1,
        grouped.values().stream()
            .limit(MAX_ROWS)
            .map(events ->
                List.of(
                    events.getFirst().source(),
                    events.getFirst().kind().replace('_', ' '),
                    ReviewWords.time(events.getFirst().at()),
                    ReviewWords.time(events.getLast().at()),
                    events.getLast().detail(),
                    Figures.count(events.size())))
            .toList());
  }

  Summary.Section changes() {
    return section(
        "Lasting changes of latency",
        List.of("SLO", "latency", "since (UTC)", "before", "after", "change"),
        3,
        review.changes().stream()
            .filter(change -> !change.at().isBefore(review.period().from()))
            .map(ReviewTables::change)
            .toList());
  }

  private static List<String> change(LatencyChange change) {
    return List.of(
        change.sloClass(),
        ReviewWords.latency(change),
        ReviewWords.time(change.at()),
        ReviewWords.millis(change.before()),
        ReviewWords.millis(change.after()),
        (change.effect() > 0 ? "+" : "−") + Figures.share(Math.abs(change.effect())));
  }

  Summary.Section tenants() {
    Map<String, Rollup> before = review.before().tenants();
    Comparator<Map.Entry<String, Rollup>> byRequests =
        Comparator.comparingLong(each -> each.getValue().get(RollupCount.REQUESTS));
    return section(
        "Tenants",
        List.of(
            "tenant",
            "requests",
            "good",
            "failed",
            "cancelled",
            "output tokens",
            "wasted",
            "good before"),
        7,
        review.now().tenants().entrySet().stream()
            .sorted(byRequests.reversed())
            .limit(MAX_ROWS)
            .map(each -> tenant(each.getKey(), each.getValue(), before.get(each.getKey())))
            .toList());
  }

  private static List<String> tenant(String name, Rollup sums, @Nullable Rollup before) {
    long wasted = sums.waste().values().stream().mapToLong(Waste::outputTokens).sum();
    return List.of(
        name.isEmpty() ? "(none)" : name,
        Figures.count(sums.get(RollupCount.REQUESTS)),
        Figures.share(ReviewWords.attainment(sums)),
        Figures.count(sums.get(RollupCount.FAILED)),
        Figures.count(sums.get(RollupCount.CANCELLED)),
        Figures.count(sums.get(RollupCount.OUTPUT_TOKENS)),
        ReviewWords.share(wasted, sums.get(RollupCount.OUTPUT_TOKENS)),
        before == null ? Figures.ABSENT : Figures.share(ReviewWords.attainment(before)));
  }

  Summary.Section waste() {
    Rollup now = review.now().all();
    Rollup before = review.before().all();
    int columns = WASTE.size() - (capacity.cost() == null ? 1 : 0);
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<WasteCause, Waste> each : now.waste().entrySet()) {
      Waste waste = each.getValue();
      Waste earlier = before.waste().get(each.getKey());
      List<String> row =
          List.of(
              each.getKey().key(),
              Figures.count(waste.attempts()),
              Figures.count(waste.inputTokens()),
              Figures.count(waste.outputTokens()),
              ReviewWords.share(waste.outputTokens(), now.get(RollupCount.OUTPUT_TOKENS)),
              ReviewWords.share(
                  earlier == null ? 0 : earlier.outputTokens(),
                  before.get(RollupCount.OUTPUT_TOKENS)),
              capacity.costOf(waste));
      rows.add(row.subList(0, columns));
    }
    return section("Waste", WASTE.subList(0, columns), columns - 1, rows);
  }

  Summary.Section figures() {
    return section(
        "Cost and capacity", List.of("figure", "period", "period before"), 2, capacity.rows());
  }

  Summary.Section runs() {
    return section(
        "Stored runs of the period",
        List.of("started (UTC)", "run", "load", "verdict"),
        0,
        stored.runs().stream()
            .limit(MAX_ROWS)
            .map(each ->
                List.of(
                    ReviewWords.time(StoredRuns.started(each.run())),
                    each.run().directory(),
                    each.load(),
                    each.verdict()))
            .toList());
  }

  /// Returns a table whose cells are no markup, in Markdown as on the page.
  ///
  /// @param figures number of columns at the end that are aligned to the right
  private static Summary.Section section(
      String title, List<String> columns, int figures, List<List<String>> rows) {
    List<Column> titled = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      titled.add(new Column(columns.get(i), i >= columns.size() - figures, 0, 0));
    }
    return new Summary.Section(
        title,
        "",
        new Table(
            titled,
            rows.stream().map(row -> row.stream().map(ReviewTables::cell).toList()).toList()));
  }

  private static Cell cell(String text) {
    return new Cell(MarkdownSummary.cell(text), text, Severity.PLAIN);
  }
}
