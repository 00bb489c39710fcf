package dev.goodput.load;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.function.LongSupplier;

/// What the engine runs on.
///
/// @param seats the event loops, each with its way to the target
/// @param clock the clock of all stamps
/// @param originNanoTime the run's begin on that clock; stamps count from it
/// @param unreadBytes bytes that lie unread in the sockets to the target, -1 where not known; asked
///   once a second on the draining thread
/// @param drainNanos how long what is in flight may go on after an interruption, 0 for no limit
/// @param leadNanos how long before a level begins its loops hear of it, so that none is late
public record EngineOptions(
    List<LoopSeat> seats,
    NanoClock clock,
    long originNanoTime,
    LongSupplier unreadBytes,
    long drainNanos,
    long leadNanos) {
  private static final long LEAD_NANOS = 20_000_000;

  /// Copies the seats.
  public EngineOptions {
    seats = List.copyOf(seats);
    if (seats.isEmpty()) {
      throw new IllegalArgumentException("at least one event loop is needed");
    }
  }

  /// With the usual lead.
  public EngineOptions(
      List<LoopSeat> seats,
      NanoClock clock,
      long originNanoTime,
      LongSupplier unreadBytes,
      long drainNanos) {
    this(seats, clock, originNanoTime, unreadBytes, drainNanos, LEAD_NANOS);
  }

  /// Where nobody looks into sockets, and drains have no limit.
  public static EngineOptions of(List<LoopSeat> seats, NanoClock clock, long originNanoTime) {
    return new EngineOptions(seats, clock, originNanoTime, () -> -1, 0);
  }

  /// The same with no lead: for levels that are not measured, whose first requests may be late.
  public EngineOptions withoutLead() {
    return new EngineOptions(seats, clock, originNanoTime, unreadBytes, drainNanos, 0);
  }

  /// One event loop and its way to the target.
  public record LoopSeat(Loop loop, Sender sender) {}
}
