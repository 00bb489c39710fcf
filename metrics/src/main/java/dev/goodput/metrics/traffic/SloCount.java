package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import java.util.List;

/// How requests of one SLO class fared: whole numbers that add up.
///
/// @param slo what they were judged by
/// @param total requests that stay in the denominator, failed ones too; earlier attempts do not
/// @param good `ok` requests within every threshold
/// @param goodTokens their output tokens
/// @param onTimeTokens those of `streamed` that came before their deadlines, of `ok` answers only;
///   0 without thresholds on TTFT and TPOT
/// @param output output tokens received, all outcomes and attempts
/// @param streamed tokens that streams carried, or answers that came whole instead, of the requests
///   in `total`
/// @param bounds one for each of the SLO's, in its order
public record SloCount(
    Slo slo,
    long total,
    long good,
    long goodTokens,
    long onTimeTokens,
    long output,
    long streamed,
    List<Held> bounds) {
  /// Copies the list.
  public SloCount {
    bounds = List.copyOf(bounds);
  }

  /// How requests fared against one bound.
  ///
  /// @param applies requests that the metric applies to, failed ones too
  /// @param within those within the threshold
  public record Held(long applies, long within) {}
}
