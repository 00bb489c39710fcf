package dev.goodput.load;

import dev.goodput.record.LevelEnded;
import dev.goodput.workload.Skipped;

/// How a level ended, and what of its plan was not asked.
///
/// @param ending the kind
/// @param reason why it did not end as planned, in one clear line; empty where it did
/// @param leftOut what the workload left out up to the last session that was taken up, or up to its
///   end where all was; what was only read ahead does not count
/// @param turnsDropped later turns that were not asked, since they build on an answer that failed
/// @param pauses of users of a closed loop after failures
public record LevelOutcome(
    LevelEnded.Ending ending,
    String reason,
    Skipped leftOut,
    long turnsDropped,
    FailurePauses pauses) {

  /// Nothing was asked.
  public LevelOutcome(LevelEnded.Ending ending, String reason) {
    this(ending, reason, Skipped.NONE, 0, FailurePauses.NONE);
  }
}
