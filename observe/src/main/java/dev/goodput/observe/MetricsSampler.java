package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.wire.NanoClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Looks at a page of metrics on a fixed schedule, on a thread of its own, until it is closed or
/// there is nothing to see. The thread is one of the system's: a name may be looked up for long,
/// which would hold up virtual ones.
///
/// One look at a time: those that fall due while a page is late are left out. The first look comes
/// at once; the last one after [#close()], so that what the server counted at the end of the load
/// is seen.
final class MetricsSampler implements AutoCloseable {
  /// A look that costs 50 ms of a core is followed by a second of rest: a page of megabytes does
  /// not take the client's cores from the load.
  private static final int SHARE = 20;

  private final Watched pages;
  private final long intervalNanos;
  private final Duration patience;
  private final NanoClock clock;
  private final LongSupplier cpu;
  private final Consumer<? super Observation> sink;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable Throwable failure;
  private boolean left;
  private long patienceEnds;

  private MetricsSampler(
      Watched pages,
      Duration interval,
      Duration patience,
      NanoClock clock,
      LongSupplier cpu,
      Consumer<? super Observation> sink) {
    this.cpu = cpu;
    this.pages = pages;
    this.intervalNanos = interval.toNanos();
    this.patience = patience;
    this.clock = clock;
    this.sink = sink;
    this.thread = Thread.ofPlatform().daemon().name("goodput-metrics").unstarted(this::sample);
  }

  /// Begins to look.
  ///
  /// @param pages closed by the sampler
  /// @param interval from look to look, at least a millisecond
  /// @param patience how long the last look may hold its closing up, from [#stop()] on
  /// @param cpu nanoseconds of a core that the thread which asks has spent
  /// @param sink hears of each look, on the sampler's thread; of one that is left on the thread
  ///   that closes
  /// @throws IllegalArgumentException where the interval is shorter
  static MetricsSampler start(
      Watched pages,
      Duration interval,
      Duration patience,
      NanoClock clock,
      LongSupplier cpu,
      Consumer<? super Observation> sink) {
    if (interval.toMillis() < 1) {
      throw new IllegalArgumentException("an interval is at least 1 ms, found " + interval);
    }
    MetricsSampler sampler = new MetricsSampler(pages, interval, patience, clock, cpu, sink);
    sampler.thread.start();
    return sampler;
  }

  private void sample() {
    try (pages) {
      long begun = clock.nanoTime();
      for (long spent = cpu.getAsLong(); !look(); spent = cpu.getAsLong()) {
        long since = clock.nanoTime() - begun;
        long next = intervalNanos - since % intervalNanos;
        long rest = SHARE * (cpu.getAsLong() - spent);
        boolean _ = closing.await(Math.max(next, rest), TimeUnit.NANOSECONDS);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts this thread", e);
    }
  }

  /// Looks once; tells whether it was the last time. A page that was missed while the sampler was
  /// being closed is not waited for once more.
  private boolean look() {
    boolean last = closed();
    Observation observation = pages.read();
    boolean heard = hear(observation);
    return last || !heard || pages.over() || (closed() && observation instanceof Missed);
  }

  private synchronized boolean hear(Observation observation) {
    if (!left) {
      sink.accept(observation);
    }
    return !left;
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /// What ended the sampling early: the sink failed, or a TLS file is of no use.
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /// Lets the last look begin; [#close()] waits for it.
  void stop() {
    if (!closed()) {
      patienceEnds = clock.nanoTime() + patience.toNanos();
      closing.countDown();
    }
  }

  /// Looks for a last time and stops. Returns when the sink has heard of it, or after the patience:
  /// a look that takes longer is left, of which the sink hears that, and nothing more.
  @Override
  public void close() {
    stop();
    try {
      if (!thread.join(Duration.ofNanos(Math.max(0, patienceEnds - clock.nanoTime())))) {
        leave();
      }
    } catch (InterruptedException e) {
      leave();
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void leave() {
    left = true;
    try {
      sink.accept(pages.left(patience));
    } catch (RuntimeException e) {
      failure = e;
    }
  }
}
