package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MetricsSamplerTest {
  private static final NanoClock CLOCK = NanoClock.SYSTEM;
  private static final Duration OFTEN = Duration.ofMillis(20);
  private static final Duration SELDOM = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final List<Scrape> received = new CopyOnWriteArrayList<>();
  private final Semaphore scrapes = new Semaphore(0);

  private void hear(Scrape observation) {
    received.add(observation);
    scrapes.release();
  }

  private static MetricsSampler start(
      Exporter exporter, Duration limit, Duration interval, Consumer<Scrape> sink) {
    PageAddress address = PageAddress.parse("--server-metrics", exporter.url(), "/metrics");
    MetricsReader reader = MetricsReader.open(address, null, limit, CLOCK.nanoTime(), CLOCK);
    return MetricsSampler.start(reader, interval, LONG, CLOCK, () -> 0, sink);
  }

  private MetricsSampler start(Exporter exporter, Duration limit, Duration interval) {
    return start(exporter, limit, interval, this::hear);
  }

  private void await(int count) throws InterruptedException {
    assertThat(scrapes.tryAcquire(count, 20, TimeUnit.SECONDS)).isTrue();
  }

  private static double tokens(Scrape observation) {
    return ((SuccessfulScrape) observation)
        .metrics()
        .value(EngineMetric.GENERATION_TOKENS)
        .orElseThrow();
  }

  @Test
  void looksOnAScheduleAtOnceAndForALastTimeAtTheEnd() throws Exception {
    Exporter.Script script =
        (line, number) -> line.page("vllm:generation_tokens_total " + number + "\n");
    try (Exporter exporter = new Exporter(script)) {
      MetricsSampler sampler = start(exporter, SELDOM, OFTEN);
      await(3);
      sampler.close();
      int all = received.size();
      assertThat(all).isGreaterThanOrEqualTo(4).isEqualTo(exporter.requested());
      assertThat(tokens(received.getLast())).isEqualTo(all - 1);
      assertThat(received).extracting(Scrape::atNanos).isSorted();
      assertThat(sampler.failure()).isEmpty();
      sampler.close();
      assertThat(exporter.requested()).isEqualTo(all);
    }
  }

  @Test
  void looksTwiceWhereTheRunIsShorterThanTheInterval() throws Exception {
    try (Exporter exporter = new Exporter((line, _) -> line.page("a 1\n"))) {
      MetricsSampler sampler = start(exporter, SELDOM, SELDOM);
      await(1);
      sampler.close();
      assertThat(received).hasSize(2);
    }
  }

  @Test
  @Tag("fault")
  void asksOnceAtATimeHoweverLongThePageTakes() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch slow = new CountDownLatch(1);
    Exporter.Script script =
        (line, number) -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          boolean _ = number == 1 && slow.await(300, TimeUnit.MILLISECONDS);
          now.decrementAndGet();
          line.page("a 1\n");
        };
    try (Exporter exporter = new Exporter(script);
        MetricsSampler _ = start(exporter, SELDOM, OFTEN)) {
      await(4);
      assertThat(most).hasValue(1);
      long late = received.get(2).atNanos() - received.get(1).atNanos();
      assertThat(late).isGreaterThan(OFTEN.toNanos());
    }
  }

  @Test
  @Tag("fault")
  void goesOnThroughARestartAndAHang() throws Exception {
    Exporter.Script script =
        (line, number) -> {
          switch (number) {
            case 1 -> line.reset();
            case 2 -> line.silence();
            case 3 -> line.page("<html>\n");
            default -> line.page("vllm:generation_tokens_total " + number + "\n");
          }
        };
    try (Exporter exporter = new Exporter(script);
        MetricsSampler _ = start(exporter, Duration.ofSeconds(2), OFTEN)) {
      await(5);
      assertThat(received.subList(1, 4))
          .extracting(each -> ((FailedScrape) each).why())
          .containsExactly(
              Scrape.FailureReason.CUT, Scrape.FailureReason.HUNG, Scrape.FailureReason.UNREADABLE);
      assertThat(tokens(received.get(4))).isEqualTo(4);
    }
  }

  @Test
  @Tag("fault")
  void endsWhereTheServerHangsToTheEnd() throws Exception {
    try (Exporter exporter = new Exporter((line, _) -> line.silence())) {
      MetricsSampler sampler = start(exporter, Duration.ofMillis(300), SELDOM);
      sampler.close();
      assertThat(received).hasSizeBetween(1, 2).allMatch(each -> each instanceof FailedScrape);
    }
  }

  @Test
  @Tag("fault")
  void leavesALastLookThatTakesLongerThanItsPatience() throws Exception {
    Exporter.Script script =
        (line, number) -> {
          if (number == 0) {
            line.page("a 1\n");
          } else {
            line.silence();
          }
        };
    try (Exporter exporter = new Exporter(script)) {
      PageAddress address = PageAddress.parse("--server-metrics", exporter.url(), "/metrics");
      MetricsReader reader = MetricsReader.open(address, null, SELDOM, CLOCK.nanoTime(), CLOCK);
      MetricsSampler sampler =
          MetricsSampler.start(reader, SELDOM, Duration.ofMillis(50), CLOCK, () -> 0, this::hear);
      scrapes.acquire();
      scrapes.release();
      sampler.close();
      assertThat(exporter.requested()).isLessThanOrEqualTo(2);

      // The abandoned scrape is reported.
      assertThat(received).hasSize(2);
      assertThat(received.getLast())
          .isInstanceOfSatisfying(
              FailedScrape.class,
              missed -> {
                assertThat(missed.why()).isEqualTo(Scrape.FailureReason.HUNG);
                assertThat(missed.words()).isEqualTo("no page within 50 ms when the run ended");
              });
    }
    await(2);
    assertThat(scrapes.tryAcquire(100, TimeUnit.MILLISECONDS)).isFalse();
  }

  @Test
  @Tag("fault")
  void stopsAndSaysWhereItsSinkFails() throws Exception {
    try (Exporter exporter = new Exporter((line, _) -> line.page("a 1\n"))) {
      Consumer<Scrape> full =
          observation -> {
            hear(observation);
            throw new IllegalStateException("disk full");
          };
      MetricsSampler sampler = start(exporter, SELDOM, OFTEN, full);
      await(1);
      sampler.close();
      assertThat(received).hasSize(1);
      assertThat(sampler.failure()).get().hasToString("java.lang.IllegalStateException: disk full");
    }
  }

  @Test
  @Tag("fault")
  void saysWhatEndedItWhateverThatWas() throws Exception {
    try (Exporter exporter = new Exporter((line, _) -> line.page("a 1\n"))) {
      Consumer<Scrape> broken =
          observation -> {
            hear(observation);
            throw new OutOfMemoryError("a page of 16 MiB");
          };
      MetricsSampler sampler = start(exporter, SELDOM, OFTEN, broken);
      await(1);
      sampler.close();
      assertThat(sampler.failure()).get().isInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void looksLessOftenWhereALookIsDear() throws Exception {
    AtomicLong spent = new AtomicLong();
    try (Exporter exporter = new Exporter((line, _) -> line.page("a 1\n"))) {
      PageAddress address = PageAddress.parse("--server-metrics", exporter.url(), "/metrics");
      MetricsReader reader = MetricsReader.open(address, null, SELDOM, CLOCK.nanoTime(), CLOCK);

      // CPU time is read before and after each scrape: 10 ms, and so 200 ms of rest.
      MetricsSampler sampler =
          MetricsSampler.start(
              reader, OFTEN, LONG, CLOCK, () -> spent.getAndAdd(10_000_000), this::hear);
      await(3);
      sampler.close();
      long gap = received.get(2).atNanos() - received.get(1).atNanos();
      assertThat(gap).isGreaterThan(150_000_000);
    }
  }

  @Test
  void refusesToLookAllTheTime() {
    PageAddress address =
        PageAddress.parse("--server-metrics", "http://127.0.0.1:1/metrics", "/metrics");
    try (MetricsReader reader = MetricsReader.open(address, null, SELDOM, 0, CLOCK)) {
      assertThatThrownBy(
              () -> MetricsSampler.start(reader, Duration.ZERO, LONG, CLOCK, () -> 0, this::hear))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
