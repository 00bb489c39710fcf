package dev.goodput.metrics.result;

import dev.goodput.metrics.slo.Slo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the sample's requests of one SLO class fared.
///
/// @param name the class
/// @param slo what they were judged by
/// @param judged how many stay in the denominators
/// @param left how many were left too early to be judged
/// @param met whether all bounds hold, absent as in [LevelResult#sloMet()]
/// @param bounds how each bound fared
/// @param goodput their goodput family
public record SloClassResult(
    String name,
    Slo slo,
    long judged,
    long left,
    @Nullable Boolean met,
    List<BoundResult> bounds,
    Goodput goodput) {
  /// Copies the list.
  public SloClassResult {
    bounds = List.copyOf(bounds);
  }
}
