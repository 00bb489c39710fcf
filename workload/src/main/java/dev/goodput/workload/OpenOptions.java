package dev.goodput.workload;

import dev.goodput.workload.prompt.PromptWriter;
import org.jspecify.annotations.Nullable;

/// How a workload is opened.
///
/// @param seed the run's seed
/// @param prompts writes and counts text
/// @param limits what bounds or replaces lengths
/// @param replay order and end
/// @param shape sessions of several turns, for workloads of single requests
/// @param cacheBust a number that only this run has: every request then begins with text that no
///   other run's does, and shared prefixes are given up. Null to leave prompts alone
public record OpenOptions(
    long seed,
    PromptWriter prompts,
    LengthLimits limits,
    Replay replay,
    SessionShape shape,
    @Nullable Long cacheBust) {

  /// Plain options: no limit, shuffled, single requests, no cache bust.
  public static OpenOptions of(long seed, PromptWriter prompts) {
    return new OpenOptions(
        seed, prompts, LengthLimits.NONE, Replay.SHUFFLED, SessionShape.SINGLE, null);
  }

  /// With another seed.
  public OpenOptions withSeed(long other) {
    return new OpenOptions(other, prompts, limits, replay, shape, cacheBust);
  }

  /// With prompts by another writer.
  public OpenOptions withPrompts(PromptWriter other) {
    return new OpenOptions(seed, other, limits, replay, shape, cacheBust);
  }

  /// With other limits.
  public OpenOptions withLimits(LengthLimits other) {
    return new OpenOptions(seed, prompts, other, replay, shape, cacheBust);
  }

  /// With another order or end.
  public OpenOptions withReplay(Replay other) {
    return new OpenOptions(seed, prompts, limits, other, shape, cacheBust);
  }

  /// With sessions of another shape.
  public OpenOptions withShape(SessionShape other) {
    return new OpenOptions(seed, prompts, limits, replay, other, cacheBust);
  }

  /// With prompts that no cache has seen.
  public OpenOptions withCacheBust(long runNumber) {
    return new OpenOptions(seed, prompts, limits, replay, shape, runNumber);
  }
}
