package dev.goodput.simulator.truth;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the chunks of one loop's streams when they are due: one heap, one timer.
final class Pacer {
  private final Loop loop;
  private final NanoClock clock;
  private final Consumer<Emission> over;
  private final PriorityQueue<Emission> due = new PriorityQueue<>();
  private @Nullable Timer timer;
  private long timerNanos;
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
    if (next == null || emitting || (timer != null && timerNanos <= next.dueNanos())) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    timerNanos = next.dueNanos();
    timer = loop.at(timerNanos, this::run);
  }
}
