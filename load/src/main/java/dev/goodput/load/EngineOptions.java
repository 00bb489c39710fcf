package dev.goodput.load;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import java.util.List;

/// What the engine runs on.
///
/// @param seats the event loops, each with its way to the target
/// @param clock the clock of all stamps
/// @param originNanoTime the run's begin on that clock; stamps count from it
public record EngineOptions(List<LoopSeat> seats, NanoClock clock, long originNanoTime) {

  /// Copies the seats.
  public EngineOptions {
    seats = List.copyOf(seats);
    if (seats.isEmpty()) {
      throw new IllegalArgumentException("at least one event loop is needed");
    }
  }

  /// One event loop and its way to the target.
  public record LoopSeat(Loop loop, Sender sender) {}
}
