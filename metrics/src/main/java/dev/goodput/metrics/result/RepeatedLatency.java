package dev.goodput.metrics.result;

import dev.goodput.metrics.interval.QuantileInterval;
import java.util.List;
import java.util.Optional;

/// One latency over repeated runs.
///
/// @param latency which
/// @param percentiles p50, p90, p95 and p99, milliseconds; without those with too few requests
public record RepeatedLatency(Kind latency, List<QuantileInterval> percentiles) {
  /// Copies the list.
  public RepeatedLatency {
    percentiles = List.copyOf(percentiles);
  }

  /// Returns the percentile of a share such as .95; empty if there are too few requests for it.
  public Optional<QuantileInterval> percentile(double share) {
    return percentiles.stream().filter(each -> each.share() == share).findFirst();
  }

  /// Which latency.
  public enum Kind {
    /// Time to first token.
    TTFT,
    /// Time per output token, over requests.
    TPOT,
    /// End-to-end latency.
    E2EL
  }
}
