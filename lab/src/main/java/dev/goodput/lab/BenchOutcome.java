package dev.goodput.lab;

import dev.goodput.load.FailurePauses;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.SkippedRequests;

/// The outcome of a bench. Its figures are in the run directory.
///
/// @param ending the ending of the last level that ran
/// @param reason why the bench did not end as planned, in one clear line; empty if it did
/// @param levelsRun how many levels ran, including a last one that was interrupted; 0 if the bench
///   was interrupted before load started
/// @param skipped requests that the workload skipped because they cannot fit the model, up to the
///   last one that was started
/// @param turnsDropped later turns that were not sent, because they build on a response that failed
/// @param pauses pauses of closed-loop users after failures
public record BenchOutcome(
    LevelEnded.Ending ending,
    String reason,
    int levelsRun,
    SkippedRequests skipped,
    long turnsDropped,
    FailurePauses pauses) {}
