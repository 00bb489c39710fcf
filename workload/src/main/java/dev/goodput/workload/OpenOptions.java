package dev.goodput.workload;

import dev.goodput.workload.prompt.PromptWriter;
import dev.goodput.workload.random.RandomStream;
import org.jspecify.annotations.Nullable;

/// The options for opening a workload.
///
/// @param seed the run's seed
/// @param prompts writes and counts text
/// @param limits limits on lengths, or replacements for them
/// @param replay order and end
/// @param shape sessions of several turns, for workloads of single requests
/// @param cacheBust a number unique to this run: every request then starts with text that no other
///   run has, and shared prefixes are given up. Null to leave prompts unchanged
public record OpenOptions(
    long seed,
    PromptWriter prompts,
    LengthLimits limits,
    Replay replay,
    SessionShape shape,
    @Nullable Long cacheBust) {

  /// Returns plain options: no limit, shuffled, single requests, no cache bust.
  public static OpenOptions of(long seed, PromptWriter prompts) {
    return new OpenOptions(
        seed, prompts, LengthLimits.NONE, Replay.SHUFFLED, SessionShape.SINGLE, null);
  }

  /// Returns these options with another seed.
  public OpenOptions withSeed(long other) {
    return new OpenOptions(other, prompts, limits, replay, shape, cacheBust);
  }

  /// Returns these options with another prompt writer.
  public OpenOptions withPrompts(PromptWriter other) {
    return new OpenOptions(seed, other, limits, replay, shape, cacheBust);
  }

  /// Returns these options with other limits.
  public OpenOptions withLimits(LengthLimits other) {
    return new OpenOptions(seed, prompts, other, replay, shape, cacheBust);
  }

  /// Returns these options with another order or end.
  public OpenOptions withReplay(Replay other) {
    return new OpenOptions(seed, prompts, limits, other, shape, cacheBust);
  }

  /// Returns these options with another session shape.
  public OpenOptions withShape(SessionShape other) {
    return new OpenOptions(seed, prompts, limits, replay, other, cacheBust);
  }

  /// Returns these options with prompts that no cache has seen.
  public OpenOptions withCacheBust(long runNumber) {
    return new OpenOptions(seed, prompts, limits, replay, shape, runNumber);
  }

  /// Returns the seed from which texts are drawn: the run's, or with a cache bust one that no other
  /// run has.
  long textSeed() {
    return cacheBust == null ? seed : RandomStream.mix(seed ^ RandomStream.mix(cacheBust + 1));
  }
}
