package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.RequestTally;
import dev.goodput.metrics.tally.WordCounts;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Sums over exchanges: of a series since the meter started, or of a part of a window.
final class Tally {
  private static final String[] STATUS_CLASSES = {
    "0xx", "1xx", "2xx", "3xx", "4xx", "5xx", "6xx", "7xx", "8xx", "9xx"
  };

  final RequestTally<FineHistogram> requests;
  final WordCounts attemptsByOutcome = new WordCounts();
  final WordCounts byStatusClass = new WordCounts();
  final WordCounts byParting = new WordCounts();
  final Map<WasteCause, WasteTally> waste = new EnumMap<>(WasteCause.class);
  long attempts;
  long answeredByGateway;
  long ofSessions;
  long sessionsBegun;
  long inputUnknown;
  long closeTokens;
  double money;
  double joules;
  long priced;
  long recomputed;
  boolean recomputedKnown;

  /// @param kept the metrics that have a histogram
  /// @param maker creates a histogram
  Tally(TrafficPlan plan, Set<LatencyMetric> kept, Supplier<FineHistogram> maker) {
    requests = new RequestTally<>(plan.slos(), kept, maker);
  }

  /// Creates a tally without histograms.
  static Tally counts(TrafficPlan plan) {
    return new Tally(plan, Set.of(), WindowDistribution::unlimited);
  }

  /// Returns the sums of all slots. For a single slot it returns that slot's tally itself, which
  /// must then only be read.
  static Tally combined(TrafficPlan plan, List<Slot> slots) {
    if (slots.size() == 1) {
      return slots.getFirst().tally;
    }
    Tally all = new Tally(plan, Slot.ALL, WindowDistribution::unlimited);
    slots.forEach(slot -> all.addAll(slot.tally));
    return all;
  }

  /// Adds an attempt.
  void add(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    requests.add(evaluation.judged());
    if (evaluation.dispatched()) {
      attempts++;
      priced += evaluation.priced() ? 1 : 0;
      attemptsByOutcome.add(request.outcome().key(), 1);
      byStatusClass.add(statusClass(request), 1);
    }
    inputUnknown += evaluation.sent() && request.inputTokens() == 0 ? 1 : 0;
    money += evaluation.money();
    WasteCause cause = evaluation.waste();
    if (cause != null) {
      waste.computeIfAbsent(cause, any -> new WasteTally()).add(evaluation);
    }
    GatewayInfo gatewayInfo = request.passage();
    if (request.last() && gatewayInfo != null) {
      addPassage(request, gatewayInfo);
    }
    if (request.last() && evaluation.view().ok() && evaluation.times().streamed()) {
      closeTokens += evaluation.closeTokens();
    }
  }

  /// Adds output tokens that engines report as recomputed.
  void addRecomputed(long tokens) {
    recomputed += tokens;
    recomputedKnown = true;
  }

  private static String statusClass(RequestRecord request) {
    if (request.outcome() instanceof Outcome.HttpError error) {
      return statusClass(error.status());
    }
    return Stamps.present(request.stamps().headersNanos()) ? "2xx" : "none";
  }

  /// @param status HTTP status, 0 for none
  static String statusClass(int status) {
    boolean known = status >= 100 && status < 1000;
    return known ? STATUS_CLASSES[status / 100] : "none";
  }

  private void addPassage(RequestRecord request, GatewayInfo gatewayInfo) {
    byParting.add(gatewayInfo.parting().word(), 1);
    answeredByGateway += gatewayInfo.parting() == GatewayInfo.Parting.ANSWERED_BY_GATEWAY ? 1 : 0;
    if (!gatewayInfo.session().isEmpty()) {
      ofSessions++;
      sessionsBegun += request.requested().turn() == 0 ? 1 : 0;
    }
  }

  void addAll(Tally other) {
    requests.addAll(other.requests);
    attemptsByOutcome.addAll(other.attemptsByOutcome);
    byStatusClass.addAll(other.byStatusClass);
    byParting.addAll(other.byParting);
    other.waste.forEach(
        (cause, theirs) -> waste.computeIfAbsent(cause, any -> new WasteTally()).addAll(theirs));
    attempts += other.attempts;
    answeredByGateway += other.answeredByGateway;
    ofSessions += other.ofSessions;
    sessionsBegun += other.sessionsBegun;
    inputUnknown += other.inputUnknown;
    closeTokens += other.closeTokens;
    money += other.money;
    joules += other.joules;
    priced += other.priced;
    recomputed += other.recomputed;
    recomputedKnown |= other.recomputedKnown;
  }
}
