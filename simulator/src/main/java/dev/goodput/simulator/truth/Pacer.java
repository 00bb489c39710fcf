package dev.goodput.simulator.truth;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the chunks of one loop's streams when they are due: one heap, one timer.
///
/// Where they fall due close together it wakes for several: to sleep and to wake costs more than to
/// write, and a server that eats a core disturbs the client beside it. A chunk is then a little
/// later than planned; its stamp is of the moment of its own write as ever.
final class Pacer {
  /// From one wake-up to the next, at least.
  private static final long REST_NANOS = 200_000;

  private final Loop loop;
  private final NanoClock clock;
  private final Consumer<Emission> over;
  private final PriorityQueue<Emission> due = new PriorityQueue<>();
  private @Nullable Timer timer;
  private long timerNanos;
  private long restedNanos = Long.MIN_VALUE;
  private boolean emitting;

  Pacer(Loop loop, NanoClock clock, Consumer<Emission> over) {
    this.loop = loop;
    this.clock = clock;
    this.over = over;
  }

  void add(Emission emission) {
    due.add(emission);
    arm();
  }

  /// The client left.
  void remove(Emission emission) {
    if (due.remove(emission)) {
      over.accept(emission);
    }
  }

  private void run() {
    timer = null;
    restedNanos = clock.nanoTime() + REST_NANOS;
    emitting = true;
    for (Emission next = due.peek(); next != null; next = due.peek()) {
      long now = clock.nanoTime();
      if (next.dueNanos() > now) {
        break;
      }
      due.poll();
      if (next.emit(now)) {
        due.add(next);
      } else {
        over.accept(next);
      }
    }
    emitting = false;
    arm();
  }

  private void arm() {
    Emission next = due.peek();
    if (next == null || emitting) {
      return;
    }
    long wake = Math.max(next.dueNanos(), restedNanos);
    if (timer != null && timerNanos <= wake) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    timerNanos = wake;
    timer = loop.at(timerNanos, this::run);
  }
}
