package dev.goodput.metrics.analysis;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The limits of a client's own delay, for its verdict.
///
/// They are relative to `B`, the tightest TTFT or E2EL threshold that applies to any request.
/// Without one, `B` is the run's median TTFT, or E2EL if nothing was streamed.
///
/// @param referenceMillis `B`, 0 if there is none
/// @param referenceName what `B` is, for sentences
public record LagLimits(double referenceMillis, String referenceName) {

  /// Returns the limits before the run: those of its SLO, or the smallest ones.
  public static LagLimits of(@Nullable Slo slo) {
    return of(slo == null ? List.of() : List.of(slo), null, "");
  }

  /// @param slos that anybody is judged by
  /// @param typicalMillis the run's median latency, absent without answers
  /// @param typicalName which latency that is
  static LagLimits of(Collection<Slo> slos, @Nullable Double typicalMillis, String typicalName) {
    OptionalLong ttft = tightest(slos, LatencyMetric.TTFT);
    OptionalLong e2el = tightest(slos, LatencyMetric.E2EL);
    if (ttft.isPresent() && (e2el.isEmpty() || ttft.getAsLong() <= e2el.getAsLong())) {
      return new LagLimits(ttft.getAsLong() / 1e6, "TTFT bound");
    }
    if (e2el.isPresent()) {
      return new LagLimits(e2el.getAsLong() / 1e6, "E2EL bound");
    }
    return new LagLimits(typicalMillis == null ? 0 : typicalMillis, "run's median " + typicalName);
  }

  private static OptionalLong tightest(Collection<Slo> slos, LatencyMetric metric) {
    return slos.stream()
        .map(slo -> slo.tightestNanos(metric))
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .min();
  }

  /// p99 lag above this is client-bound.
  public double clientBoundMillis() {
    return Math.max(5, 0.02 * referenceMillis);
  }

  /// p99 lag above this is suspect.
  double suspectMillis() {
    return Math.max(1, 0.01 * referenceMillis);
  }

  /// A single pause above this is suspect.
  double pauseMillis() {
    return Math.max(100, referenceMillis / 2);
  }
}
