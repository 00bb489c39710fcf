package dev.goodput.lab;

import dev.goodput.record.LogSource;

/// Levels whose entries are stored, so that analysing a level needs no second copy of them.
public interface LevelLog extends LevelSinks {
  /// Returns the entries of the level that started last, once it has ended.
  LogSource last();
}
