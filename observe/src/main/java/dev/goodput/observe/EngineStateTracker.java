package dev.goodput.observe;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the servers behind a gateway report about themselves: current values by page and by
/// upstream, and a history of 15 minutes by second and a day by minute, in bounded memory.
/// Thread-safe.
///
/// A page's values are known while the last successful scrape is at most 15 s old, the last scrape
/// did not fail, one server answers at the address, and the gateway still scrapes the page
/// ([#retain]).
public final class EngineStateTracker {
  private static final int MAX_PAGES = 64;

  private final Map<String, EnginePageTracker> tracks = new LinkedHashMap<>();
  private final Map<String, Integer> restarted = new HashMap<>();
  private final InstantSource wall;

  /// Creates an empty trail.
  ///
  /// @param wall the time of day, which server start times are compared with; read at each scrape
  public EngineStateTracker(InstantSource wall) {
    this.wall = wall;
  }

  /// A change of a server or its page, detected by a scrape.
  public enum ServerChange {
    /// The server's process restarted, and its counters started from zero.
    RESTARTED,
    /// Another server, which was already running, answers instead.
    REPLACED,
    /// The page cannot be read, after a success or at the first scrape.
    OUT_OF_REACH,
    /// The page can be read again.
    BACK
  }

  /// Whether a page's values are known.
  public enum State {
    /// The last scrape is recent and succeeded.
    READ,
    /// The last scrape failed.
    MISSED,
    /// The page was read before, but several scrapes are overdue.
    STALE,
    /// Several servers answer at the address in turn, each with its own values.
    SEVERAL_SERVERS
  }

  /// One page of an upstream at a moment.
  ///
  /// @param upstream its configured name
  /// @param address the page's address without secrets
  /// @param state whether its values are known
  /// @param atNanos time of the last successful scrape; null if there was none
  /// @param values for gauges the value, for counters the increase since the page was first read;
  ///   empty while they are unknown
  /// @param miss the last scrape if it failed, else null
  /// @param restarts how often its server restarted
  public record Page(
      String upstream,
      String address,
      State state,
      @Nullable Long atNanos,
      Map<EngineMetric, Double> values,
      @Nullable FailedScrape miss,
      int restarts) {
    /// Copies the values.
    public Page {
      values = copy(values);
    }
  }

  private static Map<EngineMetric, Double> copy(Map<EngineMetric, Double> values) {
    Map<EngineMetric, Double> copy = new EnumMap<>(EngineMetric.class);
    copy.putAll(values);
    return Collections.unmodifiableMap(copy);
  }

  /// Adds a scrape. Scrapes of one page must be added in the order of time. Beyond 64 pages, new
  /// pages are ignored.
  ///
  /// @param upstream configured name of the page's upstream
  /// @return the change that the scrape detected, or null
  public synchronized @Nullable ServerChange add(String upstream, Scrape scrape) {
    String key = key(upstream, scrape.source());
    EnginePageTracker track = tracks.get(key);
    if (track == null) {
      if (tracks.size() >= MAX_PAGES) {
        return null;
      }
      track = new EnginePageTracker(upstream, scrape.source(), wall);
      tracks.put(key, track);
    }
    ServerChange turn = track.add(scrape);
    if (turn == ServerChange.RESTARTED) {
      restarted.merge(upstream, 1, Integer::sum);
    }
    return turn;
  }

  private static String key(String upstream, String address) {
    return upstream + " " + address;
  }

  /// Forgets all pages but these.
  public synchronized void retain(List<UpstreamScraper.Upstream> pages) {
    Set<String> kept =
        pages.stream()
            .map(page -> key(page.name(), page.page().shown()))
            .collect(Collectors.toSet());
    tracks.keySet().retainAll(kept);
  }

  /// Returns the state of each page, in the order of their first scrapes.
  public synchronized List<Page> pages(long nowNanos) {
    return tracks.values().stream().map(track -> track.page(nowNanos)).toList();
  }

  /// Returns the addresses of an upstream's pages, in the same order.
  public synchronized List<String> addresses(String upstream) {
    return tracks.values().stream()
        .filter(track -> track.upstream().equals(upstream))
        .map(EnginePageTracker::address)
        .toList();
  }

  /// Returns the values of each upstream, in the same order. Upstreams without known values are
  /// omitted.
  public synchronized List<EngineFigures> known(long nowNanos) {
    Map<String, List<EnginePageTracker>> byUpstream = new LinkedHashMap<>();
    for (EnginePageTracker track : tracks.values()) {
      byUpstream.computeIfAbsent(track.upstream(), _ -> new ArrayList<>()).add(track);
    }
    List<EngineFigures> known = new ArrayList<>();
    byUpstream.forEach((upstream, pages) -> {
      if (pages.stream().anyMatch(page -> !page.values(nowNanos).isEmpty())) {
        known.add(known(upstream, pages, nowNanos));
      }
    });
    return known;
  }

  /// @param tracks at least one has known values
  private EngineFigures known(String upstream, List<EnginePageTracker> tracks, long nowNanos) {
    List<Map<EngineMetric, Double>> reported = new ArrayList<>();
    String engine = "";
    for (EnginePageTracker track : tracks) {
      Map<EngineMetric, Double> values = track.values(nowNanos);
      reported.add(values.isEmpty() ? track.standing(nowNanos) : values);
      engine = engine.isEmpty() ? track.engine() : engine;
    }
    reported.removeIf(Map::isEmpty);
    long kvPages =
        reported.stream().filter(each -> each.containsKey(EngineMetric.KV_CACHE_USAGE)).count();
    int restarts = restarted.getOrDefault(upstream, 0);
    return new EngineFigures(
        nowNanos, upstream, engine, (int) kvPages, restarts, together(reported, tracks));
  }

  /// Combines the values of several pages. Counters include pages that cannot be read at the
  /// moment: without them the sum would fall, and jump when the page is back.
  private static Map<EngineMetric, Double> together(
      List<Map<EngineMetric, Double>> reported, List<EnginePageTracker> tracks) {
    Map<EngineMetric, List<Double>> parts = new EnumMap<>(EngineMetric.class);
    for (Map<EngineMetric, Double> each : reported) {
      each.forEach(
          (metric, value) -> parts.computeIfAbsent(metric, _ -> new ArrayList<>()).add(value));
    }
    Map<EngineMetric, Double> values = new EnumMap<>(EngineMetric.class);
    parts.forEach((metric, of) ->
        values.put(
            metric,
            metric.kind() == EngineMetric.Kind.GAUGE
                ? metric.whole(of)
                : tracks.stream().mapToDouble(track -> track.grown(metric)).sum()));
    return values;
  }

  /// Returns a metric over time and all pages: the value for gauges, the increase per second for
  /// counters. Steps without a scrape are NaN.
  ///
  /// @param fromNanos start of the first step
  /// @param step length of a step
  /// @param count number of steps
  public synchronized double[] series(EngineMetric metric, long fromNanos, Step step, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      long slot = Math.floorDiv(fromNanos + step.nanos() / 2, step.nanos()) + i;
      List<Double> parts = new ArrayList<>();
      for (EnginePageTracker track : tracks.values()) {
        double value = track.value(metric, step, slot);
        if (!Double.isNaN(value)) {
          parts.add(value);
        }
      }
      values[i] = parts.isEmpty() ? Double.NaN : metric.whole(parts);
    }
    return values;
  }

  /// A resolution of the history.
  public enum Step {
    /// The last 15 minutes.
    SECOND(1_000_000_000L, 900, 2),
    /// The last 24 hours.
    MINUTE(60_000_000_000L, 1440, 0);

    private final long nanos;
    private final int length;
    private final int late;

    Step(long nanos, int kept, int late) {
      this.nanos = nanos;
      this.length = kept;
      this.late = late;
    }

    /// Returns for how many steps a value stays valid if the next scrape is late.
    int late() {
      return late;
    }

    /// Returns the length of a step, in nanoseconds.
    public long nanos() {
      return nanos;
    }

    /// Returns how many steps are stored.
    public int length() {
      return length;
    }
  }
}
