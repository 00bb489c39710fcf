package dev.goodput.metrics.traffic;

import dev.goodput.metrics.saturation.OscillationCounter;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// The figures of the upstreams' engines over the last five minutes. An upstream that is no longer
/// reported, or a figure that is missing now, has no value; its past is kept in case it comes back.
final class EngineHistory {
  private static final int ENGINES = 64;
  private static final int SCRAPES = 600;
  private static final long KEPT_NANOS = 300_000_000_000L;

  private final SortedMap<String, UpstreamHistory> byUpstream = new TreeMap<>();
  private List<EngineFigures> latest = List.of();

  /// Replaces the current figures.
  void add(long nowNanos, List<EngineFigures> known) {
    byUpstream.values().removeIf(past -> past.forget(nowNanos - KEPT_NANOS));
    latest =
        known.stream()
            .filter(each -> byUpstream.containsKey(each.upstream()) || byUpstream.size() < ENGINES)
            .map(each ->
                byUpstream.computeIfAbsent(each.upstream(), any -> new UpstreamHistory()).add(each))
            .toList();
  }

  /// Returns the current figures. Their counts start at the first report, or again after five
  /// minutes of silence.
  List<EngineFigures> latest() {
    return latest;
  }

  /// Returns how many tokens were recomputed since the report before; empty if no engine reports
  /// it.
  OptionalLong recomputed() {
    return latest.stream().anyMatch(each -> each.value(EngineMetric.RECOMPUTED_TOKENS) != null)
        ? OptionalLong.of(
            latest.stream().mapToLong(each -> past(each.upstream()).recomputed()).sum())
        : OptionalLong.empty();
  }

  /// Returns the upstreams with current figures.
  List<String> upstreams() {
    return latest.stream().map(EngineFigures::upstream).toList();
  }

  /// Returns the mean GPU utilization between two moments; empty if it is not reported now or was
  /// not reported then.
  OptionalDouble gpu(String upstream, long fromNanos, long untilNanos) {
    return past(upstream).values(EngineMetric.GPU_UTILIZATION, fromNanos, untilNanos).stream()
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Returns the number of turns of the KV cache usage. Only reports from the same number of pages
  /// are compared, as the mean over other pages differs without a turn. Empty if it is not reported
  /// now.
  OptionalDouble oscillations(String upstream) {
    return past(upstream).swings();
  }

  /// Returns the number of preemptions since a moment; empty if they are not reported now.
  OptionalDouble preempted(String upstream, long fromNanos) {
    UpstreamHistory past = past(upstream);
    List<Double> all = past.values(EngineMetric.PREEMPTIONS, Long.MIN_VALUE, Long.MAX_VALUE);
    List<Double> since = past.values(EngineMetric.PREEMPTIONS, fromNanos, Long.MAX_VALUE);
    if (all.isEmpty()) {
      return OptionalDouble.empty();
    }

    // Counting starts from the last report before that moment, if there is one.
    int from = Math.max(0, all.size() - since.size() - 1);
    return OptionalDouble.of(all.getLast() - all.get(from));
  }

  private UpstreamHistory past(String upstream) {
    return Objects.requireNonNull(byUpstream.get(upstream), upstream);
  }

  /// The growth of a count. A fall means that fewer engines are counted, not negative growth.
  private static final class Growth {
    private double before = Double.NaN;
    private double latest;
    private double all;

    /// Adds a count; returns the growth since the first one.
    double add(double count) {
      latest = Double.isNaN(before) ? 0 : Math.max(0, count - before);
      all += latest;
      before = count;
      return all;
    }
  }

  /// The history of one upstream.
  private static final class UpstreamHistory {
    private final Deque<EngineFigures> scrapes = new ArrayDeque<>();
    private final Map<EngineMetric, Growth> growths = new EnumMap<>(EngineMetric.class);

    /// Adds figures; returns them with counts that start at the first report.
    EngineFigures add(EngineFigures figures) {
      EngineFigures counted =
          new EngineFigures(
              figures.atNanos(),
              figures.upstream(),
              figures.engine(),
              figures.kvPages(),
              figures.restarts(),
              grown(figures.values()));
      scrapes.addLast(counted);
      if (scrapes.size() > SCRAPES) {
        scrapes.removeFirst();
      }
      return counted;
    }

    /// Replaces counts by their growth. A count that is missing now has not grown.
    private Map<EngineMetric, Double> grown(Map<EngineMetric, Double> reported) {
      growths.values().forEach(growth -> growth.latest = 0);
      Map<EngineMetric, Double> values = new EnumMap<>(EngineMetric.class);
      reported.forEach((metric, value) ->
          values.put(
              metric,
              metric.kind() == EngineMetric.Kind.GAUGE
                  ? value
                  : growths.computeIfAbsent(metric, any -> new Growth()).add(value)));
      return values;
    }

    long recomputed() {
      Growth growth = growths.get(EngineMetric.RECOMPUTED_TOKENS);
      return growth == null ? 0 : Math.round(growth.latest);
    }

    /// Forgets reports before a moment; returns whether none are left.
    boolean forget(long beforeNanos) {
      while (!scrapes.isEmpty() && scrapes.getFirst().atNanos() < beforeNanos) {
        scrapes.removeFirst();
      }
      return scrapes.isEmpty();
    }

    OptionalDouble swings() {
      if (scrapes.getLast().value(EngineMetric.KV_CACHE_USAGE) == null) {
        return OptionalDouble.empty();
      }
      OscillationCounter swings = new OscillationCounter();
      int pages = 0;
      for (EngineFigures scrape : scrapes) {
        Double usage = scrape.value(EngineMetric.KV_CACHE_USAGE);
        if (usage != null) {
          swings = scrape.kvPages() == pages ? swings : new OscillationCounter();
          pages = scrape.kvPages();
          swings.add(usage);
        }
      }
      return OptionalDouble.of(swings.turns());
    }

    /// Returns a metric over time between two moments; empty if it is not known now.
    List<Double> values(EngineMetric metric, long fromNanos, long untilNanos) {
      return scrapes.getLast().value(metric) == null
          ? List.of()
          : scrapes.stream()
              .filter(scrape -> scrape.atNanos() >= fromNanos && scrape.atNanos() <= untilNanos)
              .map(scrape -> scrape.value(metric))
              .filter(Objects::nonNull)
              .toList();
    }
  }
}
