package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;

/// One level of load on a curve.
///
/// @param load users, or requests per second
/// @param throughput its output with its noise
/// @param rps `ok` requests that ended in its window, per second
/// @param growth whether what was in flight grew as long as it was asked
/// @param level all that it showed
public record CurvePoint(
    double load, Throughput throughput, double rps, Growth growth, LevelResult level) {
  /// Output tokens per second.
  public double tps() {
    return throughput.tps();
  }

  /// Whether more came than was answered.
  public boolean pilesUp() {
    return growth == Growth.SEEN;
  }

  /// Whether the client was the bottleneck: then the figures are not the server's.
  public boolean clientBound() {
    return level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND;
  }

  /// Whether the SLO was judged here and missed.
  boolean missesSlo() {
    return Boolean.FALSE.equals(level.sloMet());
  }

  /// Failures ÷ requests of the level, 0 where there were none.
  public double errorRate() {
    Double rate = level.judgedErrorRate();
    return rate == null ? 0 : rate;
  }
}
