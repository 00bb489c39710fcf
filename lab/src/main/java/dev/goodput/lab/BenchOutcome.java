package dev.goodput.lab;

import dev.goodput.load.FailurePauses;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.SkippedRequests;

/// How a bench ended. Its figures are in the run directory.
///
/// @param ending of the last level that ran
/// @param reason why it did not end as planned, in one clear line; empty where it did
/// @param levelsRun how many levels ran, the last one in part where it was interrupted; none where
///   that was before load began
/// @param skipped requests that the workload left out since they cannot fit the model, up to the
///   last one taken up
/// @param turnsDropped later turns that were not asked, since they build on an answer that failed
/// @param pauses of users of closed loops after failures
public record BenchOutcome(
    LevelEnded.Ending ending,
    String reason,
    int levelsRun,
    SkippedRequests skipped,
    long turnsDropped,
    FailurePauses pauses) {}
