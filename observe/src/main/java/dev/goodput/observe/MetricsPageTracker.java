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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The state of one metrics page over a window.
final class MetricsPageTracker {
  /// The largest number of restarts to record: more mean several servers, or an unusable one.
  private static final int MAX_RESTARTS = 1_000;

  private final TimeRange window;
  private final Map<EngineMetric, EngineMetricTracker> signs = new EnumMap<>(EngineMetric.class);
  private final Map<FailureReason, Integer> missed = new EnumMap<>(FailureReason.class);
  private final RestartDetector restartDetector = new RestartDetector();
  private @Nullable SuccessfulScrape last;
  private boolean fresh;
  private double coveredNanos;
  private int scrapes;
  private final List<Long> restarts = new ArrayList<>();
  private String lastFailure = "";
  private String lastMissWithin = "";
  private final StaleValueDetector standing = new StaleValueDetector();

  MetricsPageTracker(TimeRange window) {
    this.window = window;
  }

  void add(SuccessfulScrape now) {
    scrapes += window.holds(now) ? 1 : 0;
    standing.add(now);
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
    if (anew && span.share() > 0 && restarts.size() < MAX_RESTARTS) {
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
    lastFailure = miss.words();
    if (window.holds(miss)) {
      missed.merge(miss.why(), 1, Integer::sum);
      lastMissWithin = miss.words();
    }
  }

  boolean within(Scrape observation) {
    return window.holds(observation);
  }

  boolean has(EngineMetric metric) {
    return signs.containsKey(metric);
  }

  boolean everRead() {
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
  String lastFailure() {
    return lastMissWithin.isEmpty() && last == null ? lastFailure : lastMissWithin;
  }

  /// Returns whether a metric's values paused for too long to describe the window.
  boolean stale(EngineMetric metric) {
    return metric.cachedByExporter() && standing.staleNanos(window) > 0;
  }

  /// Returns the metric's values at the last scrape; empty if it had none.
  Map<String, Double> latest(EngineMetric metric) {
    MetricReading reading = last == null ? null : last.metrics().readings().get(metric);
    return reading == null ? Map.of() : reading.parts();
  }

  /// Returns the mean or the increase of each part of a metric that the page [#has].
  SortedMap<String, Double> values(EngineMetric metric) {
    return track(metric).values();
  }

  /// Returns the name that a metric is read from, if the page [#has] it.
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
        scrapes,
        missed,
        lastFailure(),
        restarts,
        restartDetector.severalServers(),
        !signs.isEmpty(),
        standing.staleNanos(window));
  }

  /// The values of one engine metric of one page over a window, separately for each part.
  private static final class EngineMetricTracker {
    private final EngineMetric metric;
    private final SortedMap<String, Part> parts = new TreeMap<>();

    /// Nanoseconds of the window between two scrapes of a gauge.
    private double coveredNanos;

    private String source = "";

    private static final class Part {
      /// For a gauge, the integral over the covered time; for a counter, the increase.
      private double sum;

      private double nanos;
      private double last = Double.NaN;
    }

    EngineMetricTracker(EngineMetric metric) {
      this.metric = metric;
    }

    /// Adds a gauge's value, assuming linear change since the scrape before. Parts that only one of
    /// the two scrapes has are ignored.
    void gauge(MetricReading before, MetricReading now, WindowOverlap span) {
      coveredNanos += span.insideNanos();
      double middle = (span.begin() + span.end()) / 2;
      now.parts()
          .forEach((key, value) -> {
            Double old = before.parts().get(key);
            if (old != null) {
              Part part = part(key);
              part.sum += (old + (value - old) * middle) * span.insideNanos();
              part.nanos += span.insideNanos();
            }
          });
    }

    /// Adds a counter's value, assuming linear growth since the scrape before, or from zero if the
    /// server restarted or the value fell. Returns whether a value fell. If the page shows that the
    /// process is the same, a smaller value comes from a truncated page and is ignored.
    ///
    /// @param firstScrape whether the page was never read before. Later, a new value grew from
    ///   zero, as many counters only appear with their first count
    boolean counter(
        MetricReading now,
        WindowOverlap span,
        boolean firstScrape,
        RestartDetector.ServerIdentity process) {
      boolean fell = false;
      for (Map.Entry<String, Double> each : now.parts().entrySet()) {
        Part part = part(each.getKey());
        double value = each.getValue();
        double old = Double.isNaN(part.last) ? first(value, firstScrape) : part.last;
        if (value < old
            && metric.resetsOnRestart()
            && process == RestartDetector.ServerIdentity.SAME) {
          continue;
        }
        boolean another =
            process == RestartDetector.ServerIdentity.ANOTHER && metric.resetsOnRestart();
        double grown = value < old || another ? anew(value) : value - old;
        part.sum += grown * span.share();
        part.last = value;
        fell |= value < old;
      }
      return fell;
    }

    /// A process counts from zero. A device never resets its counters, so a smaller value does not
    /// show how much was counted.
    private double anew(double value) {
      return metric.resetsOnRestart() ? value : 0;
    }

    private double first(double value, boolean firstScrape) {
      return firstScrape || !metric.resetsOnRestart() ? value : 0;
    }

    /// Sets the metric that it is read from.
    void from(String name) {
      source = name;
    }

    private Part part(String key) {
      return parts.computeIfAbsent(key, _ -> new Part());
    }

    double coveredNanos() {
      return coveredNanos;
    }

    String source() {
      return source;
    }

    /// Returns each part's mean over its covered time, or its increase.
    SortedMap<String, Double> values() {
      SortedMap<String, Double> values = new TreeMap<>();
      parts.forEach((key, part) -> {
        switch (metric.kind()) {
          case COUNTER -> values.put(key, part.sum);
          case GAUGE -> {
            if (part.nanos > 0) {
              values.put(key, part.sum / part.nanos);
            }
          }
        }
      });
      return values;
    }
  }

  /// A detector of GPU values that do not change: exporters repeat the values that they last read
  /// from the device, some of them for 30 s, however often they are scraped. It compares energy,
  /// which always grows, or power if there is no energy.
  private static final class StaleValueDetector {
    /// Scrapes are a second apart, and one may fall just before each renewal.
    private static final long LIVE_NANOS = 2_500_000_000L;

    /// The largest error at a window's edges, as a fraction of the window: 1/10.
    private static final int RENEWALS = 10;

    private @Nullable MetricReading last;
    private long sinceNanos;
    private long longestNanos;

    void add(SuccessfulScrape now) {
      MetricReading energy = now.metrics().readings().get(EngineMetric.GPU_ENERGY);
      MetricReading moving =
          energy == null ? now.metrics().readings().get(EngineMetric.GPU_POWER) : energy;
      if (moving == null) {
        return;
      }
      if (last == null || !moving.parts().equals(last.parts())) {
        sinceNanos = now.atNanos();
      }
      last = moving;
      longestNanos = Math.max(longestNanos, now.atNanos() - sinceNanos);
    }

    /// Returns the longest time without a change of the values if that is too long for figures of
    /// such a window, else 0.
    long staleNanos(TimeRange window) {
      boolean live = longestNanos <= LIVE_NANOS || window.nanos() / RENEWALS >= longestNanos;
      return live ? 0 : longestNanos;
    }
  }
}
