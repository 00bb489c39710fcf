package dev.goodput.lab.search;

import dev.goodput.record.LevelEnded;

/// A level of a search, as the log tells of it.
interface Stage {
  /// It begins.
  ///
  /// @param nanos since the run began
  /// @param rate that is asked, NaN where there is none
  default void begins(long nanos, double rate) {}

  /// One of its requests is over.
  void ended(Observations.Seen request);

  /// It is over.
  ///
  /// @param ending why, [LevelEnded.Ending#STOPPED] where the run was killed
  void over(LevelEnded.Ending ending);
}
