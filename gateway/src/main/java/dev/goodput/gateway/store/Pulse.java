package dev.goodput.gateway.store;

import dev.goodput.record.HealthSample;

/// What the gateway says of itself, asked once a second by the thread that writes.
public interface Pulse {
  /// Nobody waits for an answer.
  long NOBODY = Long.MAX_VALUE;

  /// The gateway's own health since this was last asked; level 0, and stamps as in its records.
  HealthSample sample(long nowNanos);

  /// When the oldest exchange began whose record has not been handed over yet; [#NOBODY] where
  /// there is none. It may be earlier than the truth, never later.
  long oldestNanos();
}
