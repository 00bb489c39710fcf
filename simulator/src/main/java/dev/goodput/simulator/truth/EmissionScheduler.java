package dev.goodput.simulator.truth;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A scheduler that writes the chunks of one loop's streams when they are due, with one heap and
/// one timer.
///
/// If several chunks fall due close together, it wakes once for all of them: sleeping and waking
/// cost more than writing, and a server that uses a whole core disturbs the client on the same
/// machine. A chunk is then a little later than planned; its timestamp is still that of its own
/// write.
///
/// @param <E> a stream
final class EmissionScheduler<E extends EmissionScheduler.ScheduledEmission> {
  /// The shortest time between two wake-ups.
  private static final long REST_NANOS = 200_000;

  /// A source of timed writes.
  interface ScheduledEmission extends Comparable<ScheduledEmission> {
    /// Returns when the next write is due, in nanoseconds of the pacer's clock.
    long dueNanos();

    /// Writes what is due; returns whether more follows.
    boolean emit(long nowNanos);

    @Override
    default int compareTo(ScheduledEmission other) {
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

  EmissionScheduler(Loop loop, NanoClock clock, Consumer<E> over) {
    this.loop = loop;
    this.clock = clock;
    this.over = over;
  }

  void add(E emission) {
    due.add(emission);
    arm();
  }

  /// Removes a stream whose client left.
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
