package dev.goodput.app.review;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.operate.review.Finding;
import dev.goodput.operate.review.LatencyChange;
import dev.goodput.operate.review.MissedSpan;
import dev.goodput.operate.review.Review;
import dev.goodput.operate.review.ReviewPeriod;
import dev.goodput.operate.review.TenantWaste;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.NextStep;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Summary;
import dev.goodput.report.model.Table;
import dev.goodput.report.model.Table.Cell;
import dev.goodput.report.model.Table.Column;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.words.Figures;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupCount;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A review in words and tables: the headline and a few findings first, the figures after them.
final class ReviewText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final double CONFIDENCE = 0.975;
  private static final int MOST_TENANTS = 20;
  private static final int MOST_SPANS = 20;
  private static final int MOST_BULLETS = 5;

  private final Review review;
  private final StoredRuns stored;
  private final @Nullable Cost cost;
  private final List<Finding> findings;

  /// @param cost price of all servers per hour; null if unknown
  ReviewText(Review review, StoredRuns stored, @Nullable Cost cost) {
    this.review = review;
    this.stored = stored;
    this.cost = cost;
    this.findings = Finding.of(review);
  }

  Summary summary() {
    List<Verdict> bullets = findings.stream().map(ReviewText::verdict).limit(MOST_BULLETS).toList();
    List<Summary.Section> sections =
        Stream.of(promises(), spans(), changes(), tenants(), waste())
            .filter(section -> !section.table().rows().isEmpty())
            .toList();
    return new Summary(
        "review",
        List.of(),
        List.of(headline(), covered()),
        List.of(bullets),
        sections,
        notes(),
        true,
        List.of(),
        new NextStep("", ""));
  }

  private String headline() {
    Rollup all = review.now().all();
    String traffic =
        Figures.counted(all.get(RollupCount.REQUESTS), "request")
            + ", "
            + Figures.share(attainment(all))
            + " good";
    List<String> missed =
        review.objectives().entrySet().stream()
            .filter(each -> missed(each.getKey(), each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    String slos =
        missed.isEmpty() ? "Every SLO was kept" : "SLO " + String.join(", ", missed) + " missed";
    String attention =
        findings.isEmpty()
            ? "nothing needs attention"
            : Figures.counted(findings.size(), "finding") + " below";
    return slos + ": " + traffic + "; " + attention + ".";
  }

  private boolean missed(String sloClass, ServiceObjective slo) {
    Double kept = attainment(review.now().ofClass(sloClass));
    return kept != null && kept < slo.target().doubleValue();
  }

  private String covered() {
    ReviewPeriod period = review.period();
    return "%s to %s UTC; the log covers %s of %s."
        .formatted(
            TIME.format(period.from()),
            TIME.format(period.until()),
            Figures.span(Math.min(review.now().loggedSeconds(), period.length().toSeconds())),
            Figures.span(period.length().toSeconds()));
  }

  private static @Nullable Double attainment(Rollup sums) {
    long total = sums.slos().values().stream().mapToLong(SloSums::total).sum();
    long good = sums.slos().values().stream().mapToLong(SloSums::good).sum();
    return total == 0 ? null : (double) good / total;
  }

  private static Verdict verdict(Finding finding) {
    return switch (finding) {
      case Finding.Outage outage ->
          Severity.BAD.verdict(
              "outage", spans(outage.spans()) + ": " + counts(outage.spans(), true));
      case Finding.TooSlow slow ->
          Severity.BAD.verdict(
              "too slow",
              spans(slow.spans()) + ": " + counts(slow.spans(), false) + changes(slow.changes()));
      case Finding.Regression regression ->
          Severity.WARN.verdict(
              "regression",
              "SLO " + regression.changes().getFirst().sloClass() + changes(regression.changes()));
      case Finding.ClientsLeave(TenantWaste waste) ->
          Severity.WARN.verdict(
              "clients leave",
              "%s cancelled %s of its requests (others: %s), which wasted %s (%s of all output)"
                  .formatted(
                      waste.tenant(),
                      Figures.share(waste.share()),
                      Figures.share(waste.othersShare()),
                      Figures.counted(waste.waste().outputTokens(), "output token"),
                      Figures.share(waste.shareOfOutput())));
    };
  }

  private static String spans(List<MissedSpan> spans) {
    MissedSpan worst = spans.stream().max(Comparator.comparingLong(MissedSpan::bad)).orElseThrow();
    String more =
        spans.size() == 1 ? "" : " and " + Figures.counted(spans.size() - 1, "other time");
    return "SLO " + worst.sloClass() + ", " + span(worst) + more;
  }

  private static String span(MissedSpan span) {
    return time(span.from(), span.until())
        + " ("
        + Figures.span(Duration.between(span.from(), span.until()).toSeconds())
        + ")";
  }

  private static String time(Instant from, Instant until) {
    String start = TIME.format(from);
    String end = TIME.format(until);
    boolean sameDay =
        start.substring(0, start.length() - 6).equals(end.substring(0, end.length() - 6));
    return start + " to " + (sameDay ? end.substring(end.length() - 5) : end);
  }

  private static String counts(List<MissedSpan> spans, boolean failures) {
    long requests = spans.stream().mapToLong(MissedSpan::requests).sum();
    long bad = spans.stream().mapToLong(span -> failures ? span.failed() : span.bad()).sum();
    return "%s of %s %s"
        .formatted(
            Figures.count(bad),
            Figures.counted(requests, "request"),
            failures ? "failed" : "missed the SLO");
  }

  private static String changes(List<LatencyChange> changes) {
    StringBuilder text = new StringBuilder();
    for (LatencyChange change : changes) {
      text.append(
          "; %s p%d %s to %s on %s"
              .formatted(
                  name(change),
                  change.percent(),
                  Figures.duration(change.before() / 1e6),
                  Figures.duration(change.after() / 1e6),
                  TIME.format(change.at())));
    }
    return text.toString();
  }

  private static String name(LatencyChange change) {
    return change.metric().word().toUpperCase(Locale.ROOT);
  }

  private Summary.Section promises() {
    List<List<Cell>> rows = new ArrayList<>();
    review
        .objectives()
        .forEach((name, slo) -> {
          Rollup sums = review.now().ofClass(name);
          Double kept = attainment(sums);
          if (kept != null) {
            rows.add(promise(name, slo, sums, kept));
          }
        });
    return new Summary.Section(
        "Promised and kept",
        "",
        new Table(
            List.of(
                left("SLO"),
                right("promised"),
                right("kept"),
                right("95 % interval"),
                right("requests"),
                right("bad"),
                right("budget used"),
                right("period before")),
            rows));
  }

  private List<Cell> promise(String name, ServiceObjective slo, Rollup sums, double kept) {
    long total = sums.slos().values().stream().mapToLong(SloSums::total).sum();
    long good = sums.slos().values().stream().mapToLong(SloSums::good).sum();
    double budget = slo.budget().doubleValue();
    return row(
        name,
        slo.targetText(),
        Figures.share(kept),
        Figures.share(ShareBounds.lower(good, total, CONFIDENCE))
            + " to "
            + Figures.share(ShareBounds.upper(good, total, CONFIDENCE)),
        Figures.count(total),
        Figures.count(total - good),
        budget == 0 ? Figures.ABSENT : Figures.share((1 - kept) / budget),
        Figures.share(attainment(review.before().ofClass(name))));
  }

  private Summary.Section spans() {
    List<List<Cell>> rows =
        review.spans().stream()
            .filter(span -> span.in(review.period()))
            .limit(MOST_SPANS)
            .map(span ->
                row(
                    span.sloClass(),
                    span(span),
                    span.outage() ? "failures" : "slow responses",
                    Figures.count(span.bad()) + " of " + Figures.count(span.requests()),
                    span.alert().name() + " (" + span.alert().severity() + ")"))
            .toList();
    return new Summary.Section(
        "When it was missed",
        "",
        new Table(
            List.of(left("SLO"), left("when (UTC)"), left("why"), right("bad"), left("alert")),
            rows));
  }

  private Summary.Section changes() {
    List<List<Cell>> rows =
        review.changes().stream()
            .filter(change -> !change.at().isBefore(review.period().from()))
            .map(change ->
                row(
                    change.sloClass(),
                    name(change) + " p" + change.percent(),
                    TIME.format(change.at()),
                    Figures.duration(change.before() / 1e6),
                    Figures.duration(change.after() / 1e6),
                    (change.effect() > 0 ? "+" : "−") + Figures.share(Math.abs(change.effect()))))
            .toList();
    return new Summary.Section(
        "Lasting changes of latency",
        "",
        new Table(
            List.of(
                left("SLO"),
                left("latency"),
                left("since (UTC)"),
                right("before"),
                right("after"),
                right("change")),
            rows));
  }

  private Summary.Section tenants() {
    List<List<Cell>> rows =
        review.now().tenants().entrySet().stream()
            .sorted(
                Comparator.comparingLong((Map.Entry<String, Rollup> each) ->
                        each.getValue().get(RollupCount.REQUESTS))
                    .reversed())
            .limit(MOST_TENANTS)
            .map(each -> tenant(each.getKey(), each.getValue()))
            .toList();
    return new Summary.Section(
        "Tenants",
        "",
        new Table(
            List.of(
                left("tenant"),
                right("requests"),
                right("good"),
                right("failed"),
                right("cancelled"),
                right("output tokens"),
                right("wasted"),
                right("good before")),
            rows));
  }

  private List<Cell> tenant(String name, Rollup sums) {
    Rollup before = review.before().tenants().get(name);
    long output = sums.get(RollupCount.OUTPUT_TOKENS);
    long wasted = sums.waste().values().stream().mapToLong(Waste::outputTokens).sum();
    return row(
        name.isEmpty() ? "(none)" : name,
        Figures.count(sums.get(RollupCount.REQUESTS)),
        Figures.share(attainment(sums)),
        Figures.count(sums.get(RollupCount.FAILED)),
        Figures.count(sums.get(RollupCount.CANCELLED)),
        Figures.count(output),
        share(wasted, output),
        before == null ? Figures.ABSENT : Figures.share(attainment(before)));
  }

  private Summary.Section waste() {
    Rollup now = review.now().all();
    Rollup before = review.before().all();
    List<List<Cell>> rows = new ArrayList<>();
    for (Map.Entry<WasteCause, Waste> each : now.waste().entrySet()) {
      Waste earlier = before.waste().get(each.getKey());
      rows.add(
          row(
              each.getKey().word(),
              Figures.count(each.getValue().attempts()),
              Figures.count(each.getValue().inputTokens()),
              Figures.count(each.getValue().outputTokens()),
              share(each.getValue().outputTokens(), now.get(RollupCount.OUTPUT_TOKENS)),
              share(
                  earlier == null ? 0 : earlier.outputTokens(),
                  before.get(RollupCount.OUTPUT_TOKENS))));
    }
    return new Summary.Section(
        "Waste",
        "",
        new Table(
            List.of(
                left("cause"),
                right("attempts"),
                right("input tokens"),
                right("output tokens"),
                right("of all output"),
                right("before")),
            rows));
  }

  private static String share(long part, long all) {
    return all == 0 ? Figures.ABSENT : Figures.share((double) part / all);
  }

  private List<String> notes() {
    return review.notes();
  }

  /// Returns cells whose text is no markup, in Markdown as on the page.
  private static List<Cell> row(String... cells) {
    return Stream.of(cells)
        .map(cell -> new Cell(MarkdownSummary.cell(cell), cell, Severity.PLAIN))
        .toList();
  }

  private static Column left(String title) {
    return Column.left(title, 0, 0);
  }

  private static Column right(String title) {
    return Column.right(title, 0, 0);
  }
}
