package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The state of one metrics page over a window.
final class MetricsPageTracker {
  /// The largest number of restarts to record: more mean several servers, or an unusable one.
  private static final int MOST_RESTARTS = 1_000;

  private final TimeRange window;
  private final Map<EngineMetric, EngineMetricTracker> signs = new EnumMap<>(EngineMetric.class);
  private final Map<FailureReason, Integer> missed = new EnumMap<>(FailureReason.class);
  private final RestartDetector restartDetector = new RestartDetector();
  private @Nullable SuccessfulScrape last;
  private boolean fresh;
  private double coveredNanos;
  private int looks;
  private final List<Long> restarts = new ArrayList<>();
  private String lastMiss = "";
  private String lastMissWithin = "";
  private final StaleValueDetector standing = new StaleValueDetector();

  MetricsPageTracker(TimeRange window) {
    this.window = window;
  }

  void seen(SuccessfulScrape now) {
    looks += window.holds(now) ? 1 : 0;
    standing.seen(now);
    SuccessfulScrape before = last;
    WindowOverlap span =
        before == null
            ? WindowOverlap.NONE
            : WindowOverlap.of(before.atNanos(), now.atNanos(), window);
    coveredNanos += span.insideNanos();
    RestartDetector.ServerIdentity process =
        before == null
            ? RestartDetector.ServerIdentity.UNKNOWN
            : restartDetector.next(before.metrics(), now.metrics(), Double.NaN);
    boolean anew = process == RestartDetector.ServerIdentity.ANOTHER;
    for (Map.Entry<EngineMetric, MetricReading> each : now.metrics().readings().entrySet()) {
      anew |= follow(each.getKey(), each.getValue(), span, process);
    }
    if (anew && span.share() > 0 && restarts.size() < MOST_RESTARTS) {
      restarts.add(now.atNanos());
    }
    last = now;
    fresh = true;
  }

  /// Adds a reading and returns whether a counter fell.
  private boolean follow(
      EngineMetric metric,
      MetricReading now,
      WindowOverlap span,
      RestartDetector.ServerIdentity process) {
    EngineMetricTracker track = signs.computeIfAbsent(metric, EngineMetricTracker::new);
    track.from(now.source());
    MetricReading before = last == null ? null : last.metrics().readings().get(metric);
    return switch (metric.kind()) {
      case COUNTER -> track.counter(now, span, last == null, process);
      case GAUGE -> {
        if (fresh && before != null) {
          track.gauge(before, now, span);
        }
        yield false;
      }
    };
  }

  void missed(FailedScrape miss) {
    fresh = false;
    lastMiss = miss.words();
    if (window.holds(miss)) {
      missed.merge(miss.why(), 1, Integer::sum);
      lastMissWithin = miss.words();
    }
  }

  boolean within(Scrape observation) {
    return window.holds(observation);
  }

  boolean tells(EngineMetric metric) {
    return signs.containsKey(metric);
  }

  boolean everSeen() {
    return last != null;
  }

  /// Returns whether the last scrape succeeded.
  boolean fresh() {
    return fresh;
  }

  boolean restarted() {
    return !restarts.isEmpty();
  }

  boolean severalServers() {
    return restartDetector.severalServers();
  }

  /// Returns the message of the last failed scrape in the window, or of the whole run if no scrape
  /// ever succeeded.
  String lastMiss() {
    return lastMissWithin.isEmpty() && last == null ? lastMiss : lastMissWithin;
  }

  /// Returns whether a metric's values stood still for too long to describe the window.
  boolean stale(EngineMetric metric) {
    return metric.cachedByExporter() && standing.staleNanos(window) > 0;
  }

  /// Returns the metric's values at the last scrape; empty if it had none.
  Map<String, Double> latest(EngineMetric metric) {
    MetricReading reading = last == null ? null : last.metrics().readings().get(metric);
    return reading == null ? Map.of() : reading.parts();
  }

  /// Returns the mean or the increase of each part of a metric that the page [#tells].
  SortedMap<String, Double> values(EngineMetric metric) {
    return track(metric).values();
  }

  /// Returns the name that a metric is read from, if the page [#tells] it.
  String source(EngineMetric metric) {
    return track(metric).source();
  }

  /// Returns the share of the window between two scrapes that have a metric. For counters, between
  /// two scrapes of the page, as many counters only appear with their first count.
  double covered(EngineMetric metric) {
    double nanos =
        metric.kind() == EngineMetric.Kind.COUNTER ? coveredNanos : track(metric).coveredNanos();
    return nanos / window.nanos();
  }

  private EngineMetricTracker track(EngineMetric metric) {
    EngineMetricTracker track = signs.get(metric);
    return track == null ? new EngineMetricTracker(metric) : track;
  }

  MetricsSummary.Source summary(String address) {
    return new MetricsSummary.Source(
        address,
        looks,
        missed,
        lastMiss(),
        restarts,
        restartDetector.severalServers(),
        !signs.isEmpty(),
        standing.staleNanos(window));
  }
}
