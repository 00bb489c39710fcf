package dev.goodput.gateway.store;

import dev.goodput.record.HealthSample;

/// The gateway's own health, read once a second by the writing thread.
public interface GatewayHealth {
  /// No exchange is under way.
  long NOBODY = Long.MAX_VALUE;

  /// Returns the gateway's health since the last call; level 0, with stamps as in its records.
  HealthSample sample(long nowNanos);

  /// Returns when the oldest exchange started whose record has not been forwarded yet; [#NOBODY] if
  /// there is none. It may be earlier than the true time, never later.
  long oldestNanos();
}
