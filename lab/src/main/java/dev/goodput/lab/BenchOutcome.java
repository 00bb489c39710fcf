package dev.goodput.lab;

import dev.goodput.record.LevelEnded;

/// How a bench ended. Its figures are in the run directory.
///
/// @param ending of the last level that ran
/// @param reason why it did not end as planned, in one clear line; empty where it did
/// @param levelsRun how many levels ran, the last one in part where it was interrupted
/// @param skippedRequests requests that the workload left out since they cannot fit the model
public record BenchOutcome(
    LevelEnded.Ending ending, String reason, int levelsRun, long skippedRequests) {}
