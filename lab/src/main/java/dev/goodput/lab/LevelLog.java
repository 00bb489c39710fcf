package dev.goodput.lab;

import dev.goodput.record.LogSource;

/// Levels whose entries are kept, so that nobody has to keep them once more to look at a level.
public interface LevelLog extends LevelSinks {
  /// The entries of the last level that was begun, once it is over.
  LogSource last();
}
