package dev.goodput.load;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import java.util.List;
import java.util.function.LongSupplier;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/// A probe that checks every ten milliseconds, on an absolute grid, how late a loop is. A loop that
/// slept through several moments of the grid is late for each of them.
///
/// A client that keeps its users waiting is late too, even if its loop is on time: at each moment
/// of the grid the lag is at least the time for which the longest-waiting user has waited.
final class LoopProbe {
  private static final long STEP_NANOS = 10_000_000;
  private static final int RING_CHUNK = 128;

  private final Loop loop;
  private final NanoClock clock;
  private final long originNanoTime;
  private final LongSupplier waitingSince;
  private final Runnable wakes;
  private final SpscUnboundedArrayQueue<Long> lags = new SpscUnboundedArrayQueue<>(RING_CHUNK);
  private long nextNanos;
  private @Nullable Timer timer;

  /// @param waitingSince when the longest-waiting user began to wait for the client, nanoseconds
  ///   since the run began; called on the loop
  LoopProbe(
      Loop loop,
      NanoClock clock,
      long originNanoTime,
      FirstFault fault,
      LongSupplier waitingSince) {
    this.loop = loop;
    this.clock = clock;
    this.originNanoTime = originNanoTime;
    this.waitingSince = waitingSince;
    this.wakes = fault.guard(this::wakes);
  }

  /// Starts the grid; on the loop.
  void start(long beginNanos) {
    nextNanos = beginNanos;
    arm();
  }

  private void arm() {
    timer = loop.at(originNanoTime + nextNanos, wakes);
  }

  private void wakes() {
    long now = clock.nanoTime() - originNanoTime;
    long since = waitingSince.getAsLong();
    while (nextNanos <= now) {
      lags.offer(Math.max(now - nextNanos, nextNanos - since));
      nextNanos += STEP_NANOS;
    }
    arm();
  }

  /// Ends the grid; on the loop.
  void stop() {
    Timer running = timer;
    if (running != null) {
      running.cancel();
    }
  }

  /// Moves the lags into the list; on the draining thread.
  void drainTo(List<Long> into) {
    lags.drain(into::add);
  }
}
