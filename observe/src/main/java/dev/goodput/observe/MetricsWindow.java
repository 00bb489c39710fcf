package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// A summary of one window of the run, from its scrapes, in one pass of bounded memory.
///
/// Pages of several servers form one whole: values of all engines and GPUs are added, or averaged
/// if they are shares. Confined to one thread.
final class MetricsWindow {
  private final Function<String, TimeRange> segments;
  private final Map<String, MetricsPageTracker> sources = new LinkedHashMap<>();
  private final Map<EngineMetric, Double> most = new EnumMap<>(EngineMetric.class);

  /// Creates an empty summary of a window.
  MetricsWindow(TimeRange segment) {
    this(_ -> segment);
  }

  /// Creates an empty summary of a window whose edges differ slightly from page to page.
  ///
  /// @param segments the window by page
  MetricsWindow(Function<String, TimeRange> segments) {
    this.segments = segments;
  }

  /// Adds a scrape. Scrapes of one page must be added in the order of time, including those outside
  /// the window: the time between two scrapes is cut at the window's edges.
  void add(Scrape observation) {
    MetricsPageTracker track =
        sources.computeIfAbsent(
            observation.source(), page -> new MetricsPageTracker(segments.apply(page)));
    switch (observation) {
      case SuccessfulScrape seen -> {
        track.add(seen);
        if (track.within(seen)) {
          seen.metrics().readings().keySet().forEach(this::raise);
        }
      }
      case FailedScrape missed -> track.missed(missed);
    }
  }

  private void raise(EngineMetric metric) {
    double now = metric.kind() == EngineMetric.Kind.GAUGE ? now(metric) : Double.NaN;
    if (!Double.isNaN(now)) {
      most.merge(metric, now, Math::max);
    }
  }

  /// Returns whether a page has had a metric so far.
  boolean has(String page, EngineMetric metric) {
    MetricsPageTracker track = sources.get(page);
    return track != null && track.has(metric);
  }

  /// Returns a metric's total at the last scrape, or for a counter its increase until then; NaN
  /// unless the last scrape of every page that has the metric succeeded.
  double now(EngineMetric metric) {
    List<MetricsPageTracker> looksSecret = looksSecret(metric);
    if (looksSecret.isEmpty() || !looksSecret.stream().allMatch(MetricsPageTracker::fresh)) {
      return Double.NaN;
    }
    List<Double> parts =
        looksSecret.stream()
            .flatMap(track ->
                (metric.kind() == EngineMetric.Kind.GAUGE
                        ? track.latest(metric)
                        : track.values(metric))
                    .values().stream())
            .toList();
    return parts.isEmpty() ? Double.NaN : metric.whole(parts);
  }

  private List<MetricsPageTracker> looksSecret(EngineMetric metric) {
    return sources.values().stream().filter(track -> track.has(metric)).toList();
  }

  MetricsSummary summary() {
    Map<EngineMetric, EngineMetricSummary> signs = new EnumMap<>(EngineMetric.class);
    for (EngineMetric metric : EngineMetric.values()) {
      signs.put(metric, summary(metric));
    }
    List<MetricsSummary.Source> pages =
        sources.entrySet().stream().map(each -> each.getValue().summary(each.getKey())).toList();
    return new MetricsSummary(signs, pages);
  }

  private EngineMetricSummary summary(EngineMetric metric) {
    List<MetricsPageTracker> looksSecret = looksSecret(metric);
    if (looksSecret.isEmpty()) {
      return new EngineMetricSummary.NotObservable(noSource());
    }
    if (looksSecret.stream().anyMatch(MetricsPageTracker::severalServers)) {
      return new EngineMetricSummary.NotObservable("several servers answer at one address in turn");
    }
    if (looksSecret.stream().anyMatch(track -> track.stale(metric))) {
      return new EngineMetricSummary.NotObservable(
          "its page updates its values too rarely for the window");
    }
    double covered =
        looksSecret.stream().mapToDouble(track -> track.covered(metric)).min().orElse(0);
    SortedMap<String, Double> parts = parts(metric, looksSecret.size() > 1);
    if (covered == 0 || parts.isEmpty()) {
      return new EngineMetricSummary.NotObservable(
          "the window holds no time between two scrapes of it");
    }
    double whole = metric.whole(parts.values());
    String source = looksSecret.getFirst().source(metric);
    boolean restarted = looksSecret.stream().anyMatch(MetricsPageTracker::restarted);
    return switch (metric.kind()) {
      case COUNTER ->
          new EngineMetricSummary.Counted(
              source, whole, restarted && metric.resetsOnRestart(), covered, parts);
      case GAUGE ->
          new EngineMetricSummary.Gauged(
              source, whole, Math.max(whole, most.getOrDefault(metric, whole)), covered, parts);
    };
  }

  private SortedMap<String, Double> parts(EngineMetric metric, boolean severalPages) {
    SortedMap<String, Double> parts = new TreeMap<>();
    sources.forEach((address, track) -> {
      if (track.has(metric)) {
        String page = severalPages ? address + " " : "";
        track.values(metric).forEach((part, value) -> parts.put((page + part).strip(), value));
      }
    });
    return parts;
  }

  private String noSource() {
    if (sources.isEmpty()) {
      return "no server's metrics were read";
    }
    return sources.values().stream().anyMatch(MetricsPageTracker::everRead)
        ? "no page has a metric for it"
        : "no page came: " + sources.values().iterator().next().lastFailure();
  }
}
