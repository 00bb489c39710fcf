package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.Conclusion;

/// A side that answered nothing any more, which ended the comparison.
///
/// @param side which
/// @param reason where and why, in one clear line
/// @param reached whether anything that it was asked ever found a server
public record SideFailure(Side side, String reason, boolean reached) {
  /// Says it.
  ///
  /// @param where ` any more, in pair 3`, of whose first requests the reason may tell; empty where
  ///   nothing was kept yet
  public static SideFailure of(Side side, String where, String why, boolean reached) {
    return new SideFailure(side, side + " answers nothing" + where + ": " + why, reached);
  }

  /// What the comparison comes to by it.
  public Conclusion conclusion() {
    return reached ? Conclusion.TOO_MANY_FAILURES : Conclusion.UNREACHABLE;
  }
}
