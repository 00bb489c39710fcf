package dev.goodput.lab.search;

import dev.goodput.record.LevelEnded;

/// A level of a search, built from the log.
interface SearchLevel {
  /// Called when the level starts.
  ///
  /// @param nanos since the run started
  /// @param rate the requested rate, NaN if there is none
  default void started(long nanos, double rate) {}

  /// Called when one of its requests has ended.
  void ended(Observations.Seen request);

  /// Called when the level has ended.
  ///
  /// @param ending why, [LevelEnded.Ending#STOPPED] if the run was killed
  void over(LevelEnded.Ending ending);
}
