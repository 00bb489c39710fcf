package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.Conclusion;

/// A side that stopped responding, which ended the comparison.
///
/// @param side the side
/// @param reason where and why it failed, in one line
/// @param reached whether any request reached a server
public record SideFailure(Side side, String reason, boolean reached) {
  /// Creates a failure with its reason.
  ///
  /// @param where the place, such as ` any more, in pair 3`; empty if no pair was recorded yet
  public static SideFailure of(Side side, String where, String why, boolean reached) {
    return new SideFailure(side, side + " does not respond" + where + ": " + why, reached);
  }

  /// Returns the conclusion of the comparison.
  public Conclusion conclusion() {
    return reached ? Conclusion.TOO_MANY_FAILURES : Conclusion.UNREACHABLE;
  }
}
