package dev.goodput.metrics.tally;

import dev.goodput.metrics.slo.Slo;
import java.util.List;

/// SLO results of the requests of one class: whole numbers that can be added.
///
/// @param slo the SLO that judged them
/// @param total requests in the denominator, including failed ones, but not earlier attempts
/// @param good `ok` requests within every threshold
/// @param goodTokens their output tokens
/// @param onTimeTokens those of `streamed` that arrived before their deadlines, of `ok` responses
///   only; 0 without thresholds on TTFT and TPOT
/// @param output output tokens received, all outcomes and attempts
/// @param streamed tokens that streams carried, or responses that arrived whole instead, of the
///   requests in `total`
/// @param bounds one for each of the SLO's bounds, in its order
public record SloCount(
    Slo slo,
    long total,
    long good,
    long goodTokens,
    long onTimeTokens,
    long output,
    long streamed,
    List<BoundCount> bounds) {
  /// Copies the list.
  public SloCount {
    bounds = List.copyOf(bounds);
  }

  /// Results for one bound.
  ///
  /// @param applies requests that the metric applies to, including failed ones
  /// @param within requests within the threshold
  public record BoundCount(long applies, long within) {}
}
