package dev.goodput.runner;

import dev.goodput.wire.NanoClock;
import java.time.Instant;
import java.time.InstantSource;

/// The clocks of one machine.
///
/// @param monotonic the clock of the schedule and of all stamps
/// @param wall the clock of dates
public record Clocks(NanoClock monotonic, InstantSource wall) {
  /// The clocks of this process.
  public static final Clocks SYSTEM = new Clocks(NanoClock.SYSTEM, InstantSource.system());

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /// Returns nanoseconds of the monotonic clock.
  public long nanos() {
    return monotonic.nanoTime();
  }

  /// Returns nanoseconds since 1970 by the wall clock.
  public long wallNanos() {
    Instant now = wall.instant();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }
}
