package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// A collector of [SessionFigures].
final class SessionTally {
  private static final double MILLI_NANOS = 1e6;

  private final String name;
  private final long overTokens;
  private String model = "";
  private long requests;
  private long ok;
  private long inputTokens;
  private long outputTokens;
  private double money;
  private long streamed;
  private double ttftNanos;
  private long finished;
  private double e2elNanos;
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;

  /// @param overTokens the inherited weight
  SessionTally(String name, long overTokens) {
    this.name = name;
    this.overTokens = overTokens;
  }

  void add(RecordEvaluation evaluation, GatewayInfo gatewayInfo) {
    RequestRecord request = evaluation.request();
    RequestTimes times = evaluation.times();
    model = gatewayInfo.model();
    inputTokens += evaluation.sent() ? request.inputTokens() : 0;
    outputTokens += request.outputTokens();
    money += evaluation.money();
    firstNanos = Math.min(firstNanos, times.startNanos());
    lastNanos = Math.max(lastNanos, evaluation.endedNanos());
    requests += request.last() ? 1 : 0;
    if (!evaluation.view().ok()) {
      return;
    }
    ok++;
    if (times.streamed()) {
      streamed++;
      ttftNanos += times.ttftNanos();
    }
    if (Stamps.present(times.e2elNanos())) {
      finished++;
      e2elNanos += times.e2elNanos();
    }
  }

  String name() {
    return name;
  }

  long weight() {
    return overTokens + outputTokens;
  }

  SessionFigures build() {
    return new SessionFigures(
        name,
        model,
        requests,
        ok,
        inputTokens,
        weight(),
        overTokens,
        money,
        meanMs(ttftNanos, streamed),
        meanMs(e2elNanos, finished),
        firstNanos,
        lastNanos);
  }

  private static @Nullable Double meanMs(double nanos, long count) {
    return count == 0 ? null : nanos / count / MILLI_NANOS;
  }
}
