package dev.goodput.simulator.engine;

import dev.goodput.record.SplitMix64;
import org.jspecify.annotations.Nullable;

/// A request inside the engine. Only the engine modifies it; it can be read on the engine's thread.
///
/// @param <T> the driver's data attached to it
public final class Sequence<T> {
  /// The state of a request.
  public enum State {
    /// In the queue, before its first run or after a preemption.
    WAITING,
    /// In the running list.
    RUNNING,
    /// All its tokens were emitted.
    FINISHED,
    /// Removed before its end.
    ABORTED
  }

  private static final long UNSET = Long.MIN_VALUE;

  final EngineRequest request;
  final BlockTable blocks = new BlockTable();
  final long nonce;
  private final T owner;
  State state = State.WAITING;

  /// Tokens whose keys and values are in blocks.
  int computed;

  int generated;

  /// Tokens computed in the current step, 0 if it takes no part.
  int chunk;

  int cachedTokens;
  int preemptions;
  int recomputedTokens;

  /// The highest value of [#computed] so far; computing tokens below it is recomputation.
  int highWater;

  long scheduledNanos = UNSET;

  Sequence(EngineRequest request, T owner, long nonce) {
    this.request = request;
    this.owner = owner;
    this.nonce = nonce;
  }

  /// Returns the driver's data.
  public T owner() {
    return owner;
  }

  /// Returns its lengths and blocks.
  public EngineRequest request() {
    return request;
  }

  /// Where the sequence is between arrival and completion.
  public State state() {
    return state;
  }

  /// Returns the number of tokens generated so far.
  public int generated() {
    return generated;
  }

  /// Returns the prompt tokens found in the prefix cache when it was first admitted.
  public int cachedTokens() {
    return cachedTokens;
  }

  /// Returns how often it was preempted.
  public int preemptions() {
    return preemptions;
  }

  /// Returns the number of tokens computed more than once because of preemptions.
  public int recomputedTokens() {
    return recomputedTokens;
  }

  /// Returns when it was first admitted, in nanoseconds of the driver's clock; null while it waits.
  public @Nullable Long scheduledNanos() {
    return scheduledNanos == UNSET ? null : scheduledNanos;
  }

  boolean everScheduled() {
    return scheduledNanos != UNSET;
  }

  /// Returns the tokens to compute before the next one: the prompt and what was generated so far.
  int totalTokens() {
    return request.promptTokens() + generated;
  }

  /// Returns the content hash of its full block with this index.
  long hashOf(int index) {
    return index < request.knownBlocks()
        ? request.blockHash(index)
        : SplitMix64.mix(nonce + index * 0x9E37_79B9_7F4A_7C15L);
  }
}
