package dev.goodput.observe;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A scraper of the metrics pages of a gateway's upstreams, once a second for as long as the
/// gateway runs, on its own threads and connections. A page that is missing, hangs, is refused or
/// has no metrics is reported as such and scraped again: a server that answers 404 today may be an
/// engine that has not started yet.
public final class UpstreamScraper implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final List<MetricsSampler> samplers = new ArrayList<>();
  private volatile boolean closing;

  private UpstreamScraper() {}

  /// A metrics page of an upstream.
  ///
  /// @param name the upstream's configured name
  /// @param page the page's address
  public record Upstream(String name, PageAddress page) {}

  /// Starts scraping.
  ///
  /// @param originNanoTime the origin of the scrapes' nanoseconds, on `clock`
  /// @param sink receives each scrape with the upstream's name, on the scraper's threads; if it
  ///   throws, scraping of that page ends
  public static UpstreamScraper begin(
      List<Upstream> pages, long originNanoTime, NanoClock clock, BiConsumer<String, Scrape> sink) {
    return begin(pages, null, originNanoTime, clock, sink);
  }

  /// Starts scraping, also the energy counters of this machine's processors.
  ///
  /// @param processors the name of the upstream that runs on them; null not to read them
  /// @param originNanoTime the origin of the scrapes' nanoseconds, on `clock`
  /// @param sink receives each scrape with the upstream's name, on the scraper's threads; if it
  ///   throws, scraping of that page ends
  public static UpstreamScraper begin(
      List<Upstream> pages,
      @Nullable String processors,
      long originNanoTime,
      NanoClock clock,
      BiConsumer<String, Scrape> sink) {
    UpstreamScraper watch = new UpstreamScraper();
    try {
      pages.forEach(each -> watch.samplers.add(watch.sampler(each, originNanoTime, clock, sink)));
      if (processors != null) {
        RaplReader rapl = new RaplReader(clock, originNanoTime);
        watch.samplers.add(watch.sampler(processors, rapl, clock, sink));
      }
    } catch (RuntimeException e) {
      watch.close();
      throw e;
    }
    return watch;
  }

  private MetricsSampler sampler(
      Upstream each, long originNanoTime, NanoClock clock, BiConsumer<String, Scrape> sink) {
    MetricsReader reader = MetricsReader.open(each.page(), null, LIMIT, originNanoTime, clock);
    return sampler(
        each.name(), new Untiring(reader, each.page().shown(), originNanoTime, clock), clock, sink);
  }

  private MetricsSampler sampler(
      String upstream, PageScraper page, NanoClock clock, BiConsumer<String, Scrape> sink) {
    return MetricsSampler.start(
        page,
        INTERVAL,
        TIMEOUT,
        clock,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        scrape -> forward(upstream, scrape, sink));
  }

  /// A scrape that closing aborts gives no result for the page.
  private void forward(String upstream, Scrape scrape, BiConsumer<String, Scrape> sink) {
    if (!closing) {
      sink.accept(upstream, scrape);
    }
  }

  /// Stops scraping. Waits for at most half a second; the sink receives nothing after this returns.
  @Override
  public void close() {
    closing = true;
    samplers.forEach(MetricsSampler::stop);
    samplers.forEach(MetricsSampler::close);
  }

  /// A page whose scrapes never end for good: exceptions become misses, as a certificate that is
  /// being replaced becomes readable a moment later.
  record Untiring(PageScraper page, String source, long originNanoTime, NanoClock clock)
      implements PageScraper {
    @Override
    public Scrape read() {
      try {
        return page.read();
      } catch (RuntimeException e) {
        String words = Objects.requireNonNullElseGet(e.getMessage(), e::toString);
        return new FailedScrape(
            source, clock.nanoTime() - originNanoTime, FailureReason.UNREACHABLE, words);
      }
    }

    @Override
    public FailedScrape abandoned(Duration waited) {
      return page.abandoned(waited);
    }

    @Override
    public void close() {
      page.close();
    }
  }
}
