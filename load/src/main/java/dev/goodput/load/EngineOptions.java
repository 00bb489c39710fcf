package dev.goodput.load;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import java.util.List;
import java.util.function.LongSupplier;

/// What the engine runs on.
///
/// @param seats the event loops, each with its sender
/// @param clock the clock of all stamps
/// @param originNanoTime the run's start on that clock; stamps count from it
/// @param unreadBytes bytes that are unread in the sockets to the target, -1 if unknown; called
///   once a second on the draining thread
/// @param drainNanos how long requests in flight may continue after an interruption, 0 for no limit
/// @param leadNanos how long before a level starts its loops are notified, so that none is late
public record EngineOptions(
    List<LoopBinding> seats,
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

  /// Uses the default lead.
  public EngineOptions(
      List<LoopBinding> seats,
      NanoClock clock,
      long originNanoTime,
      LongSupplier unreadBytes,
      long drainNanos) {
    this(seats, clock, originNanoTime, unreadBytes, drainNanos, LEAD_NANOS);
  }

  /// Returns options without a count of unread bytes and without a drain limit.
  public static EngineOptions of(List<LoopBinding> seats, NanoClock clock, long originNanoTime) {
    return new EngineOptions(seats, clock, originNanoTime, () -> -1, 0);
  }

  /// Returns the same options without a lead: for levels that are not measured, whose first
  /// requests may be late.
  public EngineOptions withoutLead() {
    return new EngineOptions(seats, clock, originNanoTime, unreadBytes, drainNanos, 0);
  }

  /// An event loop and its sender.
  public record LoopBinding(Loop loop, Sender sender) {}
}
