package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.result.Conclusion;

/// What one side comes to by itself, where that is to be said before anything that differs.
///
/// @param side which
/// @param conclusion that decides the exit code
/// @param what it does, as `failed`
/// @param why in one clear line
public record SideVerdict(Side side, Conclusion conclusion, String what, String why) {
  /// `B failed`.
  String title() {
    return side + " " + what;
  }
}
