package dev.goodput.monitor.gateway;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.monitor.live.LiveTraffic;
import dev.goodput.observe.EnergyCounter;
import dev.goodput.observe.Scrape;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.UpstreamScraper;
import dev.goodput.wire.NanoClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The scrapes of the electric power of the upstreams: from the sources of their key `power`, and
/// of upstreams without that key from the GPUs on their metrics pages.
final class PowerScraping implements AutoCloseable {
  private final EnergyCounter counter = new EnergyCounter();
  private final LiveTraffic traffic;
  private final NanoClock clock;
  private final Consumer<String> print;

  /// Messages of the sources that cannot be read at present, by upstream and source.
  private final Map<String, String> missing = new TreeMap<>();

  private volatile Map<String, Boolean> own;

  /// The upstreams whose sources are read; empty after a reload that failed.
  private List<Upstream> upstreams;

  private UpstreamScraper scraper;

  /// Starts to scrape the sources of the plan.
  ///
  /// @param clock the clock of the records' stamps
  /// @param print receives a message when a source becomes unreadable, and when it is readable
  ///   again
  PowerScraping(GatewayPlan plan, LiveTraffic traffic, NanoClock clock, Consumer<String> print) {
    this.traffic = traffic;
    this.clock = clock;
    this.print = print;
    this.upstreams = plan.upstreams();
    this.own = own(upstreams);
    this.scraper = begin(upstreams);
    traffic.watchPower(this::known);
  }

  private static Map<String, Boolean> own(List<Upstream> upstreams) {
    Map<String, Boolean> own = new HashMap<>();
    upstreams.forEach(each -> own.put(each.name(), !each.power().isEmpty()));
    return own;
  }

  private UpstreamScraper begin(List<Upstream> upstreams) {
    List<UpstreamScraper.Upstream> pages = new ArrayList<>();
    String rapl = null;
    for (Upstream each : upstreams) {
      each.power()
          .pages()
          .forEach(page ->
              pages.add(
                  new UpstreamScraper.Upstream(each.name(), EngineScraping.requested(each, page))));
      rapl = each.power().rapl() ? each.name() : rapl;
    }
    return UpstreamScraper.begin(pages, rapl, 0, clock, this::read);
  }

  /// Switches to the sources of another plan. The energy so far stays in the figures.
  void reload(GatewayPlan plan) {
    if (plan.upstreams().equals(upstreams)) {
      return;
    }
    scraper.close();
    upstreams = List.of(); // If the next step fails, another reload starts the scrapes again.
    own = own(plan.upstreams());
    synchronized (missing) {
      missing.clear();
    }
    counter.clear();
    scraper = begin(plan.upstreams());
    upstreams = plan.upstreams();
  }

  /// Adds a scrape of a metrics page of an upstream.
  void scraped(String upstream, Scrape scrape) {
    if (Boolean.FALSE.equals(own.get(upstream))) {
      counter.add(upstream, scrape);
    }
  }

  private void read(String upstream, Scrape scrape) {
    counter.add(upstream, scrape);
    String key = upstream + " " + scrape.source();
    if (scrape instanceof FailedScrape failed) {
      String words = "power cannot be read: " + failed.words();
      boolean first;
      synchronized (missing) {
        first =
            missing.put(
                    key,
                    "upstreams.power of %s: %s cannot be read, and energy lacks this time: %s"
                        .formatted(upstream, scrape.source(), failed.words()))
                == null;
      }
      if (first) {
        publish(TrafficEvent.Kind.METRICS_DOWN, upstream, words, scrape);
      }
    } else {
      boolean back;
      synchronized (missing) {
        back = missing.remove(key) != null;
      }
      if (back) {
        publish(TrafficEvent.Kind.METRICS_UP, upstream, "power can be read", scrape);
      }
    }
  }

  private void publish(TrafficEvent.Kind kind, String upstream, String words, Scrape scrape) {
    traffic.addEvent(new TrafficEvent(scrape.atNanos(), kind, upstream, words));
    print.accept("upstream %s: %s (%s)".formatted(upstream, words, scrape.source()));
  }

  /// Returns the energy of each upstream up to a moment.
  List<PowerFigures> known(long nowNanos) {
    return counter.known(nowNanos);
  }

  /// Returns the sources that cannot be read at present, a sentence each.
  List<String> problems() {
    synchronized (missing) {
      return List.copyOf(missing.values());
    }
  }

  @Override
  public void close() {
    scraper.close();
  }
}
