package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.Totals;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenSource;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Counts of a whole level.
final class TotalsTally {
  private final SortedMap<String, Long> byOutcome = new TreeMap<>();
  private final SortedMap<Integer, Long> byStatus = new TreeMap<>();
  private final SortedSet<String> upstreams = new TreeSet<>();
  private long brokenOff;
  private long sessions;
  private long requests;
  private long ok;
  private long failed;
  private long cancelled;
  private long cancelledLate;
  private long attempts;
  private long retried;
  private boolean inputByUsage = true;
  private boolean outputByUsage = true;
  private long inputTokens;
  private long outputTokens;

  void add(RequestRecord request) {
    boolean sent = Stamps.present(request.stamps().sentNanos());
    attempts += sent ? 1 : 0;
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null && !gatewayInfo.upstream().isEmpty()) {
      upstreams.add(gatewayInfo.upstream());
    }
    retried += sent && !request.last() ? 1 : 0;
    if (request.outcome() instanceof Outcome.Ok) {
      inputByUsage &= request.tokens().usageInput() > 0;
      outputByUsage &= request.outputSource() == TokenSource.USAGE;
    }
    inputTokens += sent ? request.inputTokens() : 0;
    outputTokens += request.outputTokens();
    if (!request.last()) {
      return;
    }
    requests++;
    sessions += request.requested().turn() == 0 ? 1 : 0;
    ok += request.outcome() instanceof Outcome.Ok ? 1 : 0;
    failed += request.outcome().failure() ? 1 : 0;
    cancelled += request.outcome() instanceof Outcome.Cancelled ? 1 : 0;
    byOutcome.merge(request.outcome().key(), 1L, Long::sum);
    brokenOff += request.outcome() instanceof Outcome.Reset reset && reset.byGateway() ? 1 : 0;
    if (request.outcome() instanceof Outcome.HttpError error) {
      byStatus.merge(error.status(), 1L, Long::sum);
    }
  }

  /// The request added last was cancelled and stays in the denominators.
  void addCancelledLate() {
    cancelledLate++;
  }

  /// Returns the sessions whose first turn is in the level.
  long sessions() {
    return sessions;
  }

  Totals build() {
    return new Totals(
        requests,
        sessions,
        ok,
        failed,
        cancelled,
        cancelledLate,
        attempts,
        retried,
        inputTokens,
        outputTokens,
        inputByUsage,
        outputByUsage,
        byOutcome,
        byStatus,
        brokenOff,
        upstreams);
  }
}
