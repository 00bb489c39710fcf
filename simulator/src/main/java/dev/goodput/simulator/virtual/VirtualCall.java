package dev.goodput.simulator.virtual;

import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.Sequence;
import org.jspecify.annotations.Nullable;

/// One request in virtual time: all its stamps, in ns of the virtual clock.
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

  /// When the engine received it.
  public long arrivalNanos() {
    return arrivalNanos;
  }

  /// When it was first admitted.
  ///
  /// @throws IllegalStateException while it waits
  public long scheduledNanos() {
    Long nanos = inEngine().scheduledNanos();
    if (nanos == null) {
      throw new IllegalStateException("not scheduled yet");
    }
    return nanos;
  }

  /// When its first token came out.
  ///
  /// @throws IllegalStateException before that
  public long firstTokenNanos() {
    return tokenNanos(0);
  }

  /// When its last token so far came out.
  ///
  /// @throws IllegalStateException before the first
  public long lastTokenNanos() {
    return tokenNanos(tokens - 1);
  }

  /// Tokens so far.
  public int tokens() {
    return tokens;
  }

  /// When token `index` (from 0) came out.
  ///
  /// @throws IllegalStateException when it has not
  public long tokenNanos(int index) {
    if (index < 0 || index >= tokens) {
      throw new IllegalStateException("token " + index + " of " + tokens);
    }
    return tokenNanos[index];
  }

  /// How often it was preempted.
  public int preemptions() {
    return inEngine().preemptions();
  }

  /// Prompt tokens found in the prefix cache.
  public int cachedTokens() {
    return inEngine().cachedTokens();
  }

  /// Tokens computed more than once.
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
