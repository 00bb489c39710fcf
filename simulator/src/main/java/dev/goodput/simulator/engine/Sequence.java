package dev.goodput.simulator.engine;

import org.jspecify.annotations.Nullable;

/// A request inside the engine. Read it from anywhere on the engine's thread; only the engine
/// changes it.
///
/// @param <T> what the driver hangs on it
public final class Sequence<T> {
  /// Where a request is.
  public enum State {
    /// In the queue, never run or preempted.
    WAITING,
    /// In the running list.
    RUNNING,
    /// All its tokens are out.
    FINISHED,
    /// Taken out before its end.
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

  /// Tokens of the step under way, 0 when it has no part in it.
  int chunk;

  int cachedTokens;
  int preemptions;
  int recomputedTokens;

  /// Highest value of [#computed] ever: what is computed below it is computed again.
  int highWater;

  long scheduledNanos = UNSET;

  Sequence(EngineRequest request, T owner, long nonce) {
    this.request = request;
    this.owner = owner;
    this.nonce = nonce;
  }

  /// What the driver hung on it.
  public T owner() {
    return owner;
  }

  /// Its lengths.
  public EngineRequest request() {
    return request;
  }

  /// Where it is.
  public State state() {
    return state;
  }

  /// Tokens generated so far.
  public int generated() {
    return generated;
  }

  /// Prompt tokens found in the prefix cache when it was first admitted.
  public int cachedTokens() {
    return cachedTokens;
  }

  /// How often it was preempted.
  public int preemptions() {
    return preemptions;
  }

  /// Tokens computed more than once because of preemptions.
  public int recomputedTokens() {
    return recomputedTokens;
  }

  /// When it was first admitted, ns of the driver's clock; null while it waits.
  public @Nullable Long scheduledNanos() {
    return scheduledNanos == UNSET ? null : scheduledNanos;
  }

  boolean everScheduled() {
    return scheduledNanos != UNSET;
  }

  /// Prompt and what was generated so far: what must be computed before the next token.
  int totalTokens() {
    return request.promptTokens() + generated;
  }

  /// The hash under which its full block of that index can be found.
  long hashOf(int index) {
    return index < request.knownBlocks()
        ? request.blockHash(index)
        : Hashes.mix(nonce + index * 0x9E37_79B9_7F4A_7C15L);
  }
}
