package dev.goodput.load;

import dev.goodput.record.LogEntry;

/// A receiver of everything that a level produces; called by the draining thread only.
public interface LoadSink {
  /// Takes one entry for the log. The level's start comes first, its end last; a health sample
  /// comes each second.
  void entry(LogEntry entry);

  /// Takes the level's progress, about four times a second.
  default void tick(LoadSnapshot snapshot) {}
}
