package dev.goodput.metrics.result;

import dev.goodput.metrics.slo.Slo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of the sample's requests of one SLO class.
///
/// @param name the class
/// @param slo the SLO of the class
/// @param judged requests that stay in the denominators
/// @param left requests that were cut off too early to be judged
/// @param met whether all bounds hold; null as in [LevelResult#sloMet()]
/// @param bounds the result of each bound
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
