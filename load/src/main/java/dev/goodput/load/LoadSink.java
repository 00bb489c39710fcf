package dev.goodput.load;

import dev.goodput.record.LogEntry;

/// Takes what a level brings forth; called by the draining thread only.
public interface LoadSink {
  /// One entry for the log. The level's begin comes first, its end last; a health sample comes each
  /// second.
  void entry(LogEntry entry);

  /// Where the level stands, about four times a second.
  default void tick(LoadSnapshot snapshot) {}
}
