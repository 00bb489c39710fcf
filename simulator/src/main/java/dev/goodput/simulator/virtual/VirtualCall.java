package dev.goodput.simulator.virtual;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.Sequence;
import org.jspecify.annotations.Nullable;

/// One request in virtual time, with all its timestamps in nanoseconds of the virtual clock.
public final class VirtualCall {
  private final VirtualListener listener;
  private final long arrivalNanos;
  private final long[] tokenNanos;
  @Nullable Sequence<VirtualCall> sequence;
  private int tokens;

  VirtualCall(EngineRequest request, long arrivalNanos, VirtualListener listener) {
    this.listener = listener;
    this.arrivalNanos = arrivalNanos;
    tokenNanos = new long[request.outputTokens()];
  }

  /// Returns when the engine received it.
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /// Returns when it was first admitted.
  ///
  /// @throws IllegalStateException if it is still waiting
  public long scheduledNanos() {
    Long nanos = inEngine().scheduledNanos();
    if (nanos == null) {
      throw new IllegalStateException("not scheduled yet");
    }
    return nanos;
  }

  /// Returns when its first token was emitted.
  ///
  /// @throws IllegalStateException if there is none yet
  public long firstTokenNanos() {
    return tokenNanos(0);
  }

  /// Returns when its latest token was emitted.
  ///
  /// @throws IllegalStateException if there is none yet
  public long lastTokenNanos() {
    return tokenNanos(tokens - 1);
  }

  /// Returns the number of tokens so far.
  public int tokens() {
    return tokens;
  }

  /// Returns when token `index` (from 0) was emitted.
  ///
  /// @throws IllegalStateException if it was not emitted yet
  public long tokenNanos(int index) {
    if (index < 0 || index >= tokens) {
      throw new IllegalStateException("token " + index + " of " + tokens);
    }
    return tokenNanos[index];
  }

  /// Returns how often it was preempted.
  public int preemptions() {
    return inEngine().preemptions();
  }

  /// Returns the prompt tokens found in the prefix cache.
  public int cachedTokens() {
    return inEngine().cachedTokens();
  }

  /// Returns the number of tokens computed more than once.
  public int recomputedTokens() {
    return inEngine().recomputedTokens();
  }

  void emitted(long nanos) {
    tokenNanos[tokens++] = nanos;
    listener.token(this, nanos);
    if (inEngine().state() == Sequence.State.FINISHED) {
      listener.finished(this, nanos);
    }
  }

  Sequence<VirtualCall> inEngine() {
    if (sequence == null) {
      throw new IllegalStateException("not submitted");
    }
    return sequence;
  }
}
