package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.wire.NanoClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Looks at a page of metrics on a fixed schedule, on a thread of its own, until it is closed.
///
/// One look at a time: those that fall due while a page is late are left out. The first look comes
/// at once; the last one after [#close()], so that what the server counted at the end of the load
/// is seen.
public final class MetricsSampler implements AutoCloseable {
  private final MetricsReader reader;
  private final long intervalNanos;
  private final NanoClock clock;
  private final Consumer<? super Observation> sink;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable RuntimeException failure;

  private MetricsSampler(
      MetricsReader reader,
      Duration interval,
      NanoClock clock,
      Consumer<? super Observation> sink) {
    this.reader = reader;
    this.intervalNanos = interval.toNanos();
    this.clock = clock;
    this.sink = sink;
    this.thread = Thread.ofPlatform().daemon().name("goodput-metrics").unstarted(this::sample);
  }

  /// Begins to look.
  ///
  /// @param reader closed by the sampler
  /// @param interval from look to look, at least a millisecond
  /// @param sink hears of each look, on the sampler's thread
  /// @throws IllegalArgumentException where the interval is shorter
  public static MetricsSampler start(
      MetricsReader reader,
      Duration interval,
      NanoClock clock,
      Consumer<? super Observation> sink) {
    if (interval.toMillis() < 1) {
      throw new IllegalArgumentException("an interval is at least 1 ms, found " + interval);
    }
    MetricsSampler sampler = new MetricsSampler(reader, interval, clock, sink);
    sampler.thread.start();
    return sampler;
  }

  private void sample() {
    try (reader) {
      long begun = clock.nanoTime();
      while (!look()) {
        long since = clock.nanoTime() - begun;
        boolean _ = closing.await(intervalNanos - since % intervalNanos, TimeUnit.NANOSECONDS);
      }
    } catch (RuntimeException e) {
      failure = e;
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts this thread", e);
    }
  }

  /// Looks once; tells whether it was the last time. A page that was missed while the sampler was
  /// being closed is not waited for once more.
  private boolean look() {
    boolean last = closed();
    Observation observation = reader.read();
    sink.accept(observation);
    return last || (closed() && observation instanceof Missed);
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /// What ended the sampling early: the sink failed, or a TLS file is of no use.
  public Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /// Looks for a last time and stops. Returns when the sink has heard of it: after the reader's
  /// time limit at the latest, or twice that where a look was under way.
  @Override
  public void close() {
    closing.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
