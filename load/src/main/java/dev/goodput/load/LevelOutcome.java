package dev.goodput.load;

import dev.goodput.record.LevelEnded;

/// How a level ended.
///
/// @param ending the kind
/// @param reason why it did not end as planned, in one clear line; empty where it did
public record LevelOutcome(LevelEnded.Ending ending, String reason) {}
