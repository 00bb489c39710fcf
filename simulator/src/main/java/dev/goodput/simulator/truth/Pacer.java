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
///
/// @param <E> a stream
final class Pacer<E extends Pacer.Paced> {
  /// From one wake-up to the next, at least.
  private static final long REST_NANOS = 200_000;

  /// What writes when it is told to.
  interface Paced extends Comparable<Paced> {
    /// When the next write is due, nanoseconds of the pacer's clock.
    long dueNanos();

    /// Writes what is due; whether more follows.
    boolean emit(long nowNanos);

    @Override
    default int compareTo(Paced other) {
      return Long.compare(dueNanos(), other.dueNanos());
    }
  }

  private final Loop loop;
  private final NanoClock clock;
  private final Consumer<E> over;
  private final PriorityQueue<E> due = new PriorityQueue<>();
  private @Nullable Timer timer;
  private long timerNanos;
  private long restedNanos = Long.MIN_VALUE;
  private boolean emitting;

  Pacer(Loop loop, NanoClock clock, Consumer<E> over) {
    this.loop = loop;
    this.clock = clock;
    this.over = over;
  }

  void add(E emission) {
    due.add(emission);
    arm();
  }

  /// The client left.
  void remove(E emission) {
    if (due.remove(emission)) {
      over.accept(emission);
    }
  }

  private void run() {
    timer = null;
    restedNanos = clock.nanoTime() + REST_NANOS;
    emitting = true;
    for (E next = due.peek(); next != null; next = due.peek()) {
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
    E next = due.peek();
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
