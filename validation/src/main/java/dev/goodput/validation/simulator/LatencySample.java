package dev.goodput.validation.simulator;

import java.util.ArrayList;
import java.util.List;

/// Collects the latencies of one replay or log.
final class LatencySample {
  private final List<Double> ttft = new ArrayList<>();
  private final List<Double> tpot = new ArrayList<>();
  private final List<Double> e2el = new ArrayList<>();

  /// One request, its moments in ns; an answer of one token has no TPOT.
  void add(long queued, long first, long last, int tokens) {
    ttft.add((first - queued) / 1e6);
    e2el.add((last - queued) / 1e6);
    if (tokens > 1) {
      tpot.add((last - first) / 1e6 / (tokens - 1));
    }
  }

  LatencyStatistics statistics() {
    return LatencyStatistics.of(ttft, tpot, e2el);
  }
}
