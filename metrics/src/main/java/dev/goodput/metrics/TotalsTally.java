package dev.goodput.metrics;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;

/// Counts of a whole level.
final class TotalsTally {
  private long sessions;
  private long requests;
  private long ok;
  private long failed;
  private long cancelled;
  private long attempts;
  private long inputTokens;
  private long outputTokens;

  void add(RequestRecord request) {
    boolean sent = Stamps.present(request.stamps().sentNanos());
    attempts += sent ? 1 : 0;
    inputTokens += sent ? request.inputTokens() : 0;
    outputTokens += request.outputTokens();
    if (!request.last()) {
      return;
    }
    requests++;
    sessions += request.asked().turn() == 0 ? 1 : 0;
    ok += request.outcome() instanceof Outcome.Ok ? 1 : 0;
    failed += request.outcome().failure() ? 1 : 0;
    cancelled += request.outcome() instanceof Outcome.Cancelled ? 1 : 0;
  }

  /// Sessions whose first turn lies in the level.
  long sessions() {
    return sessions;
  }

  LevelResult.Totals build() {
    return new LevelResult.Totals(
        requests, ok, failed, cancelled, attempts, inputTokens, outputTokens);
  }
}
