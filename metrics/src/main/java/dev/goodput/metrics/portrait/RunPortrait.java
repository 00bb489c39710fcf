package dev.goodput.metrics.portrait;

import java.util.List;

/// What the page draws of a run.
///
/// @param levels one per load level, in order
public record RunPortrait(List<LevelPortrait> levels) {
  /// Copies the list.
  public RunPortrait {
    levels = List.copyOf(levels);
  }
}
