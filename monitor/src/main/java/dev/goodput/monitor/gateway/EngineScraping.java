package dev.goodput.monitor.gateway;

import dev.goodput.gateway.plan.ExtraHeader;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.Scrape;
import dev.goodput.observe.UpstreamScraper;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The scrapes of the engine and GPU metrics of the upstreams. The results are in one place, the
/// trail: the meter and the admin page read them there.
final class EngineScraping implements AutoCloseable {
  private final EngineStateTracker trail;
  private final LiveTraffic traffic;
  private final NanoClock clock;
  private final BiConsumer<String, Scrape> power;
  private final Consumer<String> print;
  private List<UpstreamScraper.Upstream> watched;
  private UpstreamScraper watch;

  /// Starts to scrape the metrics pages of the plan.
  ///
  /// @param clock the clock of the records' stamps
  /// @param dates the wall clock
  /// @param print receives a message when a page becomes unreadable, and when it is readable again
  EngineScraping(
      GatewayPlan plan,
      LiveTraffic traffic,
      NanoClock clock,
      InstantSource dates,
      BiConsumer<String, Scrape> power,
      Consumer<String> print) {
    this.trail = new EngineStateTracker(dates);
    this.power = power;
    this.print = print;
    this.traffic = traffic;
    this.clock = clock;
    this.watched = pages(plan);
    this.watch = UpstreamScraper.begin(watched, 0, clock, this::scraped);
    traffic.watchEngines(trail::known);
  }

  private static List<UpstreamScraper.Upstream> pages(GatewayPlan plan) {
    return plan.upstreams().stream()
        .flatMap(upstream ->
            upstream.metrics().stream()
                .map(page ->
                    new UpstreamScraper.Upstream(upstream.name(), requested(upstream, page))))
        .toList();
  }

  /// Adds the upstream's credentials only if the page is on the upstream's own server.
  static PageAddress requested(Upstream upstream, PageAddress page) {
    List<Header> headers = upstream.headers().stream().map(ExtraHeader::header).toList();
    return page.withServerSettings(upstream.url(), headers, upstream.tls());
  }

  /// Switches to the pages of another plan and forgets the pages that it does not have. If this
  /// fails, no page is scraped until the next call.
  void reload(GatewayPlan plan) {
    List<UpstreamScraper.Upstream> next = pages(plan);
    if (next.equals(watched)) {
      return;
    }
    watch.close();
    watched = List.of();
    trail.retain(next);
    watch = UpstreamScraper.begin(next, 0, clock, this::scraped);
    watched = next;
  }

  /// Returns the scrapes so far.
  EngineStateTracker trail() {
    return trail;
  }

  private void scraped(String upstream, Scrape look) {
    power.accept(upstream, look);
    EngineStateTracker.ServerChange turn = trail.add(upstream, look);
    if (turn != null) {
      traffic.addEvent(new TrafficEvent(look.atNanos(), kind(turn), upstream, words(turn, look)));
      print(turn, upstream, look);
    }
  }

  private void print(EngineStateTracker.ServerChange turn, String upstream, Scrape look) {
    if (turn == EngineStateTracker.ServerChange.OUT_OF_REACH
        || turn == EngineStateTracker.ServerChange.BACK) {
      print.accept("upstream %s: %s (%s)".formatted(upstream, words(turn, look), look.source()));
    }
  }

  private static TrafficEvent.Kind kind(EngineStateTracker.ServerChange turn) {
    return switch (turn) {
      case RESTARTED -> TrafficEvent.Kind.ENGINE_RESTART;
      case REPLACED -> TrafficEvent.Kind.ENGINE_REPLACED;
      case OUT_OF_REACH -> TrafficEvent.Kind.METRICS_DOWN;
      case BACK -> TrafficEvent.Kind.METRICS_UP;
    };
  }

  private static String words(EngineStateTracker.ServerChange turn, Scrape look) {
    return switch (turn) {
      case RESTARTED -> "its counters restarted";
      case REPLACED -> "another server, with counters of its own, answers at its page of metrics";
      case OUT_OF_REACH ->
          "its page of metrics cannot be read: " + ((Scrape.FailedScrape) look).words();
      case BACK -> "its page of metrics can be read";
    };
  }

  /// Returns the problems of pages that cannot give usable metrics with this configuration.
  List<String> problems() {
    return trail.pages(clock.nanoTime()).stream()
        .filter(page -> page.state() == EngineStateTracker.State.SEVERAL_SERVERS)
        .map(page ->
            "upstreams.metrics of %s: several servers answer at %s in turn; name the page of each"
                .formatted(page.upstream(), page.address()))
        .toList();
  }

  @Override
  public void close() {
    watch.close();
  }
}
