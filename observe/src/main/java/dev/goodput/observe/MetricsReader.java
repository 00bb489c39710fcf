package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.record.Outcome;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Page;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.PageReader;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// A reader of one metrics page. Confined to one thread, which it blocks while the page loads.
public final class MetricsReader implements PageScraper {
  private static final int MAX_WORDS = 200;

  private final PageReader pages;
  private final String source;
  private final @Nullable String model;
  private final Duration limit;
  private final long originNanoTime;
  private final NanoClock clock;

  private MetricsReader(
      PageReader pages,
      String source,
      @Nullable String model,
      Duration limit,
      long originNanoTime,
      NanoClock clock) {
    this.pages = pages;
    this.source = source;
    this.model = model;
    this.limit = limit;
    this.originNanoTime = originNanoTime;
    this.clock = clock;
  }

  /// Creates a reader without connecting.
  ///
  /// @param model the model whose engine to read if the page has several; null, or a model that the
  ///   page does not name, reads all of them
  /// @param limit time limit for a page, from connecting to the last byte
  /// @param originNanoTime start of the run, on `clock`
  public static MetricsReader open(
      PageAddress address,
      @Nullable String model,
      Duration limit,
      long originNanoTime,
      NanoClock clock) {
    PageReader pages = PageReader.open(address, limit, originNanoTime, clock);
    return new MetricsReader(pages, address.shown(), model, limit, originNanoTime, clock);
  }

  @Override
  public Scrape read() {
    return switch (pages.read()) {
      case Page.Text text -> parse(text);
      case Page.None(long ended, Outcome outcome) -> missed(ended, outcome);
    };
  }

  /// Reads the page and returns a metric's current value; empty if the page cannot be read or does
  /// not have it.
  public OptionalDouble value(EngineMetric metric) {
    return read() instanceof Scrape.SuccessfulScrape seen
        ? seen.metrics().value(metric)
        : OptionalDouble.empty();
  }

  private Scrape parse(Page.Text text) {
    long middle = text.sentNanos() + (text.headersNanos() - text.sentNanos()) / 2;
    ExpositionPage page = ExpositionPage.read(text.body(), MetricNames::known);
    if (page.torn() && page.readable() > 0) {
      return new Scrape.FailedScrape(
          source, middle, FailureReason.CUT, "the page's last line has no end");
    }
    if (page.readable() == 0) {
      return new Scrape.FailedScrape(
          source, middle, FailureReason.UNREADABLE, noMetrics(text.body()));
    }
    long took = Math.max(0, text.headersNanos() - text.sentNanos());
    return new Scrape.SuccessfulScrape(source, middle, took, MetricsPage.read(page, model));
  }

  private static String noMetrics(String body) {
    if (body.isBlank()) {
      return "the page is empty";
    }
    return body.stripLeading().startsWith("<")
        ? "a web page came in place of metrics"
        : "the page holds no metric in Prometheus' text format";
  }

  private Scrape missed(long endedNanos, Outcome outcome) {
    String detail = outcome.detail();
    return switch (outcome) {
      case Outcome.Refused _, Outcome.Tls _ ->
          missed(endedNanos, FailureReason.UNREACHABLE, detail);
      case Outcome.Timeout _ ->
          missed(endedNanos, FailureReason.HUNG, "no page within " + limit.toMillis() + " ms");
      case Outcome.Truncated _, Outcome.Reset _, Outcome.Cancelled _, Outcome.Unsent _ ->
          missed(endedNanos, FailureReason.CUT, detail);
      case Outcome.HttpError error -> missed(endedNanos, refusal(error.status()), error.words());
      case Outcome.Malformed _, Outcome.ErrorEvent _, Outcome.Empty _, Outcome.Ok _ ->
          missed(endedNanos, FailureReason.UNREADABLE, detail);
    };
  }

  private static FailureReason refusal(int status) {
    return status >= 500 || status == 408 || status == 429
        ? FailureReason.UNWELL
        : FailureReason.REFUSED;
  }

  @Override
  public Scrape.FailedScrape abandoned(Duration waited) {
    String words = "no page within " + waited.toMillis() + " ms when the run ended";
    return new Scrape.FailedScrape(
        source, clock.nanoTime() - originNanoTime, FailureReason.HUNG, words);
  }

  private Scrape missed(long atNanos, FailureReason why, String words) {
    String line = words.lines().findFirst().orElse("");
    String brief = line.length() > MAX_WORDS ? line.substring(0, MAX_WORDS) + "…" : line;
    return new Scrape.FailedScrape(source, atNanos, why, brief);
  }

  @Override
  public void close() {
    pages.close();
  }
}
