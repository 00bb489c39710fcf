package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.SortedMap;
import java.util.TreeMap;

/// A collector of [Operations].
final class OperationTally {
  private static final int MAX_ERRORS = 8;

  private final BucketBoundaries grid;
  private final HistogramTally inputTokens;
  private final HistogramTally outputTokens;
  private final SortedMap<String, HistogramTally> failures = new TreeMap<>();
  private final SortedMap<String, HistogramTally> failedRequests = new TreeMap<>();

  OperationTally(BucketBoundaries grid) {
    this.grid = grid;
    inputTokens = grid.histogram(LatencyMetric.PROMPT_TOKENS);
    outputTokens = grid.histogram(LatencyMetric.OUTPUT_TOKENS);
  }

  /// Adds an attempt.
  void add(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    Outcome outcome = request.outcome();
    if (evaluation.sent() && !(outcome instanceof Outcome.HttpError)) {
      addTokens(request, evaluation.endedNanos());
    }
    if (outcome.failure() && requested(request)) {
      addTime(evaluation, of(ErrorType.of(outcome), failures));
    }
    if (outcome.failure() && request.last()) {
      addTime(evaluation, of(ErrorType.of(outcome), failedRequests));
    }
  }

  private static void addTime(RecordEvaluation evaluation, HistogramTally into) {
    long ended = evaluation.endedNanos();
    into.add(ended - evaluation.times().startNanos(), 1, evaluation.request().id(), ended);
  }

  /// Adds token counts. Requests answered with an error status are not billed, and an unknown count
  /// is not a count of 0.
  private void addTokens(RequestRecord request, long endedNanos) {
    int input = request.inputTokens();
    int output = request.outputTokens();
    if (input > 0) {
      inputTokens.add(input, 1, request.id(), endedNanos);
    }
    boolean named = request.tokens().usageOutput() >= 0 || request.outcome() instanceof Outcome.Ok;
    if (output > 0 || named) {
      outputTokens.add(output, 1, request.id(), endedNanos);
    }
  }

  /// Returns whether an upstream was contacted, or was to be: a request that the gateway rejects is
  /// not an operation.
  private static boolean requested(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    boolean turnedAway = gatewayInfo != null && gatewayInfo.upstream().isEmpty();
    return !turnedAway && !(request.outcome() instanceof Outcome.Unsent);
  }

  private HistogramTally of(String type, SortedMap<String, HistogramTally> byType) {
    boolean room = byType.size() < MAX_ERRORS || byType.containsKey(type);
    return byType.computeIfAbsent(
        room ? type : ErrorType.OTHER, any -> grid.histogram(LatencyMetric.E2EL));
  }

  /// Adds everything from another tally.
  void addAll(OperationTally other) {
    inputTokens.addAll(other.inputTokens);
    outputTokens.addAll(other.outputTokens);
    other.failures.forEach((type, theirs) -> of(type, failures).addAll(theirs));
    other.failedRequests.forEach((type, theirs) -> of(type, failedRequests).addAll(theirs));
  }

  Operations build() {
    return new Operations(
        inputTokens.build(), outputTokens.build(), build(failures), build(failedRequests));
  }

  private static SortedMap<String, TrafficHistogram> build(
      SortedMap<String, HistogramTally> byType) {
    SortedMap<String, TrafficHistogram> built = new TreeMap<>();
    byType.forEach((type, tally) -> built.put(type, tally.build()));
    return built;
  }
}
