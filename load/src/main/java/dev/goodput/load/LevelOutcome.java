package dev.goodput.load;

import dev.goodput.record.LevelEnded;
import dev.goodput.workload.SkippedRequests;

/// How a level ended, and what of its plan was not sent.
///
/// @param ending the kind
/// @param reason why it did not end as planned, in one clear line; empty if it did
/// @param excluded what the workload skipped up to the last session that was taken up, or up to its
///   end if all sessions were taken; what was only read ahead does not count
/// @param turnsDropped later turns that were not sent, because they build on a response that failed
/// @param pauses pauses of closed-loop users after failures
public record LevelOutcome(
    LevelEnded.Ending ending,
    String reason,
    SkippedRequests excluded,
    long turnsDropped,
    FailurePauses pauses) {

  /// The outcome of a level that sent nothing.
  public LevelOutcome(LevelEnded.Ending ending, String reason) {
    this(ending, reason, SkippedRequests.NONE, 0, FailurePauses.NONE);
  }
}
