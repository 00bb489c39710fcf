package dev.goodput.observe;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.wire.NanoClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A thread that scrapes a metrics page on a fixed schedule until it is closed or there is nothing
/// more to read. It is a platform thread, because a slow name lookup would block a virtual thread's
/// carrier.
///
/// Scrapes never overlap: those that fall due while a page is late are skipped. The first scrape is
/// immediate. The last one starts after [#close()] is called, so that it includes what the server
/// counted at the end of the load.
final class MetricsSampler implements AutoCloseable {
  /// Ratio of rest to CPU time: a scrape that costs 50 ms of CPU is followed by a second of rest,
  /// so that a page of megabytes does not take the client's cores from the load.
  private static final int SHARE = 20;

  private final PageScraper pages;
  private final long intervalNanos;
  private final Duration timeout;
  private final NanoClock clock;
  private final LongSupplier cpu;
  private final Consumer<? super Scrape> sink;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable Throwable failure;
  private boolean abandoned;
  private long patienceEnds;

  private MetricsSampler(
      PageScraper pages,
      Duration interval,
      Duration timeout,
      NanoClock clock,
      LongSupplier cpu,
      Consumer<? super Scrape> sink) {
    this.cpu = cpu;
    this.pages = pages;
    this.intervalNanos = interval.toNanos();
    this.timeout = timeout;
    this.clock = clock;
    this.sink = sink;
    this.thread = Thread.ofPlatform().daemon().name("goodput-metrics").unstarted(this::sample);
  }

  /// Starts scraping.
  ///
  /// @param pages closed by the sampler
  /// @param interval between scrapes, at least a millisecond
  /// @param timeout how long the last scrape may delay closing, from [#stop()] on
  /// @param cpu CPU time of the calling thread, in nanoseconds
  /// @param sink receives each scrape on the sampler's thread, and an abandoned one on the closing
  ///   thread
  /// @throws IllegalArgumentException if the interval is shorter
  static MetricsSampler start(
      PageScraper pages,
      Duration interval,
      Duration timeout,
      NanoClock clock,
      LongSupplier cpu,
      Consumer<? super Scrape> sink) {
    if (interval.toMillis() < 1) {
      throw new IllegalArgumentException("an interval is at least 1 ms, found " + interval);
    }
    MetricsSampler sampler = new MetricsSampler(pages, interval, timeout, clock, cpu, sink);
    sampler.thread.start();
    return sampler;
  }

  private void sample() {
    try (pages) {
      long begun = clock.nanoTime();
      for (long spent = cpu.getAsLong(); !scrape(); spent = cpu.getAsLong()) {
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

  /// Scrapes once and returns whether it was the last time. A page that was missed while the
  /// sampler was being closed is not scraped again.
  private boolean scrape() {
    boolean last = closed();
    Scrape observation = pages.read();
    boolean delivered = deliver(observation);
    return last || !delivered || pages.over() || (closed() && observation instanceof FailedScrape);
  }

  private synchronized boolean deliver(Scrape observation) {
    if (!abandoned) {
      sink.accept(observation);
    }
    return !abandoned;
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /// Returns what ended the sampling early: the sink failed, or a TLS file is unusable.
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /// Starts the last scrape without waiting for it; [#close()] waits.
  void stop() {
    if (!closed()) {
      patienceEnds = clock.nanoTime() + timeout.toNanos();
      closing.countDown();
    }
  }

  /// Scrapes for a last time and stops. Returns when the sink has received the result, or when the
  /// patience is over: a scrape that takes longer is abandoned. The sink receives a miss for it,
  /// and nothing more.
  @Override
  public void close() {
    stop();
    try {
      if (!thread.join(Duration.ofNanos(Math.max(0, patienceEnds - clock.nanoTime())))) {
        abandon();
      }
    } catch (InterruptedException e) {
      abandon();
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void abandon() {
    abandoned = true;
    try {
      sink.accept(pages.abandoned(timeout));
    } catch (RuntimeException e) {
      failure = e;
    }
  }
}
