package dev.goodput.simulator.engine;

/// Counters of an engine since its start, and gauges of this moment.
///
/// @param running sequences in the running list
/// @param waiting sequences in the queue
/// @param blocks KV blocks there are
/// @param blocksInUse KV blocks that a running sequence holds
/// @param prefixQueryTokens prompt tokens looked for in the prefix cache
/// @param prefixHitTokens prompt tokens found there
/// @param promptTokens prompt tokens of sequences that reached their first token
/// @param generationTokens tokens emitted
/// @param scheduledTokens tokens computed in all steps, recomputed ones too
/// @param recomputedTokens tokens computed again after a preemption
/// @param preemptions how often a sequence was preempted
/// @param finished sequences that emitted all their tokens
/// @param aborted sequences taken out before their end
/// @param steps steps done
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

  /// Share of KV blocks in use, 0 to 1.
  public double kvUsage() {
    return blocks == 0 ? 0 : (double) blocksInUse / blocks;
  }

  /// Share of computed tokens that were not computed before: 1 without preemptions.
  public double usefulWork() {
    return scheduledTokens == 0
        ? 1
        : (double) (scheduledTokens - recomputedTokens) / scheduledTokens;
  }
}
