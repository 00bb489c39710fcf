package dev.goodput.simulator.engine;

/// The engine's mutable counters, as documented in [EngineStats].
final class Counters {
  long prefixQueryTokens;
  long prefixHitTokens;
  long promptTokens;
  long generationTokens;
  long scheduledTokens;
  long recomputedTokens;
  long preemptions;
  long finished;
  long aborted;
  long steps;
  long busyNanos;

  EngineStats snapshot(int running, int waiting, int blocks, int blocksInUse) {
    return new EngineStats(
        running,
        waiting,
        blocks,
        blocksInUse,
        prefixQueryTokens,
        prefixHitTokens,
        promptTokens,
        generationTokens,
        scheduledTokens,
        recomputedTokens,
        preemptions,
        finished,
        aborted,
        steps,
        busyNanos);
  }
}
