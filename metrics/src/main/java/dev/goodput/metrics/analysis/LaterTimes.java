package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// TTFT and E2EL of `ok` requests from a later stamp than their start.
final class LaterTimes {
  private final DistributionBuilder ttft = new DistributionBuilder();
  private final DistributionBuilder e2el = new DistributionBuilder();

  /// Adds a request; absent times are ignored.
  void add(long ttftNanos, long e2elNanos) {
    if (Stamps.present(ttftNanos)) {
      ttft.add(ttftNanos);
    }
    if (Stamps.present(e2elNanos)) {
      e2el.add(e2elNanos);
    }
  }

  Latencies.Twin build(Overlap overlap) {
    return new Latencies.Twin(build(ttft, overlap), build(e2el, overlap));
  }

  private static @Nullable Distribution build(DistributionBuilder builder, Overlap overlap) {
    return builder.build(overlap.worth(builder.count()));
  }
}
