package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.Conclusion;

/// A side that answered nothing any more, which ended the comparison.
///
/// @param side which
/// @param reason where and why, in one clear line
/// @param reached whether any request ever reached a server
public record SideFailure(Side side, String reason, boolean reached) {
  /// Returns the sentence.
  ///
  /// @param where ` any more, in pair 3`; the reason is from that pair's first requests; empty
  ///   before any pair was kept
  public static SideFailure of(Side side, String where, String why, boolean reached) {
    return new SideFailure(side, side + " answers nothing" + where + ": " + why, reached);
  }

  /// Returns the conclusion of the comparison.
  public Conclusion conclusion() {
    return reached ? Conclusion.TOO_MANY_FAILURES : Conclusion.UNREACHABLE;
  }
}
