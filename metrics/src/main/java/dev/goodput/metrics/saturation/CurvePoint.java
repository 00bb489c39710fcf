package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;

/// One level of load on a curve.
///
/// @param load users, or requests per second
/// @param throughput its output with its noise
/// @param rps `ok` requests that ended in its window, per second
/// @param growth whether the number of requests in flight grew during the level
/// @param level all results of the level
public record CurvePoint(
    double load, Throughput throughput, double rps, Growth growth, LevelResult level) {
  /// Returns output tokens per second.
  public double tps() {
    return throughput.tps();
  }

  /// Returns whether more requests arrived than were completed.
  public boolean pilesUp() {
    return growth == Growth.SEEN;
  }

  /// Returns whether the client was the bottleneck, so that the figures do not describe the server.
  public boolean clientBound() {
    return level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND;
  }

  /// Returns whether an SLO was judged here and missed.
  boolean missesSlo() {
    return Boolean.FALSE.equals(level.sloMet());
  }

  /// Returns failures ÷ requests of the level; 0 without requests.
  public double errorRate() {
    Double rate = level.judgedErrorRate();
    return rate == null ? 0 : rate;
  }
}
