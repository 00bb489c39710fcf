package dev.goodput.simulator.engine;

/// Counters of an engine since its start, and current gauges.
///
/// @param running sequences in the running list
/// @param waiting sequences in the queue
/// @param blocks total KV blocks
/// @param blocksInUse KV blocks held by running sequences
/// @param prefixQueryTokens prompt tokens looked up in the prefix cache
/// @param prefixHitTokens prompt tokens found in the prefix cache
/// @param promptTokens prompt tokens of sequences that reached their first token
/// @param generationTokens tokens emitted
/// @param scheduledTokens tokens computed in all steps, including recomputed ones
/// @param recomputedTokens tokens computed again after a preemption
/// @param preemptions number of preemptions
/// @param finished sequences that emitted all their tokens
/// @param aborted sequences removed before their end
/// @param steps number of steps started
/// @param busyNanos time spent in steps, ns
public record EngineStats(
    int running,
    int waiting,
    int blocks,
    int blocksInUse,
    long prefixQueryTokens,
    long prefixHitTokens,
    long promptTokens,
    long generationTokens,
    long scheduledTokens,
    long recomputedTokens,
    long preemptions,
    long finished,
    long aborted,
    long steps,
    long busyNanos) {

  /// Returns the share of KV blocks in use, 0 to 1.
  public double kvUsage() {
    return blocks == 0 ? 0 : (double) blocksInUse / blocks;
  }

  /// Returns the share of computed tokens that were not computed before; 1 without preemptions.
  public double usefulWork() {
    return scheduledTokens == 0
        ? 1
        : (double) (scheduledTokens - recomputedTokens) / scheduledTokens;
  }
}
