package dev.goodput.metrics.traffic;

import dev.goodput.record.RequestRecord;

/// A collector of a [Waste].
final class WasteTally {
  private long attempts;
  private long inputTokens;
  private long outputTokens;
  private double money;

  void add(RecordEvaluation evaluation) {
    RequestRecord request = evaluation.request();
    attempts++;
    inputTokens += evaluation.sent() ? request.inputTokens() : 0;
    outputTokens += request.outputTokens();
    money += evaluation.money();
  }

  void addAll(WasteTally other) {
    attempts += other.attempts;
    inputTokens += other.inputTokens;
    outputTokens += other.outputTokens;
    money += other.money;
  }

  Waste build() {
    return new Waste(attempts, inputTokens, outputTokens, money);
  }
}
