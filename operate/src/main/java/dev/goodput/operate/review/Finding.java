package dev.goodput.operate.review;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Something in a period that deserves the attention of the service's owner.
sealed interface Finding {
  /// Failures used up the budget of an SLO class.
  ///
  /// @param spans when, oldest first
  record Outage(List<MissedSpan> spans) implements Finding {}

  /// Slow responses, with or without failures, used up the budget of an SLO class.
  ///
  /// @param spans when, oldest first
  /// @param changes latencies of the class that became worse at that time
  record TooSlow(List<MissedSpan> spans, List<LatencyChange> changes) implements Finding {}

  /// Latencies of an SLO class became worse and stayed so, without using up its budget.
  ///
  /// @param changes the latencies, oldest first
  record Regression(List<LatencyChange> changes) implements Finding {}

  /// The clients of a tenant leave before the end.
  ///
  /// @param waste what that costs
  record ClientsLeave(TenantWaste waste) implements Finding {}

  /// Returns the findings of a review, most important first. An event has one finding: a change of
  /// latency within a time that missed the SLO belongs to that time.
  static List<Finding> of(Review review) {
    List<Finding> findings = new ArrayList<>();
    spans(review, true).values().forEach(spans -> findings.add(new Outage(spans)));
    List<LatencyChange> rest =
        new ArrayList<>(
            review.changes().stream()
                .filter(change -> change.effect() > 0)
                .filter(change -> !change.at().isBefore(review.period().from()))
                .toList());
    spans(review, false)
        .values()
        .forEach(spans -> {
          List<LatencyChange> during =
              rest.stream().filter(change -> explains(change, spans, review)).toList();
          rest.removeAll(during);
          findings.add(new TooSlow(spans, during));
        });
    Map<String, List<LatencyChange>> byClass = new TreeMap<>();
    rest.forEach(
        change -> byClass.computeIfAbsent(change.sloClass(), any -> new ArrayList<>()).add(change));
    byClass.values().forEach(changes -> findings.add(new Regression(changes)));
    review.tenants().forEach(waste -> findings.add(new ClientsLeave(waste)));
    return findings;
  }

  /// Returns the spans of the period by class; those that events of engines explain are apart.
  private static Map<String, List<MissedSpan>> spans(Review review, boolean outages) {
    Map<String, List<MissedSpan>> byClass = new TreeMap<>();
    for (MissedSpan span : review.spans()) {
      if (span.outage() == outages && span.in(review.period())) {
        MissCause cause = review.causes().get(span);
        boolean byEngines = cause != null && !cause.engines().isEmpty();
        byClass
            .computeIfAbsent(
                span.sloClass() + (byEngines ? " engines" : ""), _ -> new ArrayList<>())
            .add(span);
      }
    }
    return byClass;
  }

  /// Returns whether a change of latency is at the time of a miss of its class.
  private static boolean explains(LatencyChange change, List<MissedSpan> spans, Review review) {
    var step = review.period().step();
    return spans.stream()
        .anyMatch(span ->
            span.sloClass().equals(change.sloClass())
                && !change.at().isBefore(span.from().minus(step))
                && !change.at().isAfter(span.until().plus(step)));
  }
}
