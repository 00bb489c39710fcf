package dev.goodput.operate.review;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.observe.ServiceObservation;
import dev.goodput.observe.ServiceObservation.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the engines did in a span, compared with the time before it, from the observations that the
/// gateway stored with its log. Those of a directory are added in the order of time.
final class EngineFacts {
  /// The KV cache above which the warning rules see pressure.
  private static final double PRESSURE = 0.95;

  private static final double MORE_PRESSURE = 0.1;
  private static final double TIMES = 2;
  private static final double LEAST_QUEUE = 1;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final MissedSpan span;
  private final Instant from;
  private final SortedMap<String, Upstream> upstreams = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, List<Instant>>> events = new TreeMap<>();

  /// @param before the time before the span that it is compared with
  EngineFacts(MissedSpan span, Duration before) {
    this.span = span;
    this.from = span.from().minus(before);
  }

  /// Starts with the observations of another directory. Each gateway counts from its own first
  /// scrape, so nothing is counted between the last value of one and the first of another.
  void startDirectory() {
    upstreams.values().forEach(upstream -> upstream.preemptions = Double.NaN);
  }

  void add(ServiceObservation observation) {
    Instant at = observation.at();
    if (at.isBefore(from) || !at.isBefore(span.until())) {
      return;
    }
    switch (observation) {
      case ServiceObservation.Engine engine ->
          upstreams
              .computeIfAbsent(engine.figures().upstream(), _ -> new Upstream())
              .add(engine.figures(), at.isBefore(span.from()));
      case Event event -> {
        String words = words(event.kind());
        if (!words.isEmpty()) {
          events
              .computeIfAbsent(event.source(), _ -> new TreeMap<>())
              .computeIfAbsent(words, _ -> new ArrayList<>())
              .add(at);
        }
      }
    }
  }

  /// Returns what an event of an engine is in a sentence; empty for one that explains no miss.
  private static String words(String kind) {
    for (TrafficEvent.Kind each : TrafficEvent.Kind.values()) {
      if (each.word().equals(kind)) {
        return switch (each) {
          case ENGINE_RESTART -> "restarted";
          case ENGINE_REPLACED -> "was replaced by another server";
          case UPSTREAM_DOWN -> "became unreachable";
          case METRICS_DOWN -> "its page of metrics stopped answering";
          case OUT_OF_MEMORY,
              FINISH_REASON,
              UPSTREAM_UP,
              METRICS_UP,
              GATEWAY,
              CONFIGURATION,
              KEEPING ->
              "";
        };
      }
    }
    return "";
  }

  /// Returns the facts, each with its upstream: events first, then what grew.
  List<String> facts() {
    List<String> facts = new ArrayList<>();
    events.forEach((source, byWords) ->
        byWords.forEach((words, times) -> {
          String often = times.size() == 1 ? "at" : "%,d times, first at".formatted(times.size());
          facts.add("%s %s %s %s".formatted(source, words, often, TIME.format(times.getFirst())));
        }));
    double before = Duration.between(from, span.from()).toSeconds() / 60.0;
    double during = Duration.between(span.from(), span.until()).toSeconds() / 60.0;
    upstreams.forEach((name, upstream) ->
        upstream.facts(before, during).forEach(fact -> facts.add(name + ": " + fact)));
    return facts;
  }

  /// The figures of one upstream.
  private static final class Upstream {
    private final Gauge kv = new Gauge();
    private final Gauge queue = new Gauge();
    private double preemptions = Double.NaN;
    private double preemptedBefore;
    private double preemptedDuring;

    void add(EngineFigures figures, boolean before) {
      kv.add(figures.value(EngineMetric.KV_CACHE_USAGE), before);
      queue.add(figures.value(EngineMetric.WAITING), before);
      Double count = figures.value(EngineMetric.PREEMPTIONS);
      if (count != null) {
        // A count falls when a page is no longer scraped.
        double more = count > preemptions ? count - preemptions : 0;
        preemptedBefore += before ? more : 0;
        preemptedDuring += before ? 0 : more;
        preemptions = count;
      }
    }

    List<String> facts(double minutesBefore, double minutesDuring) {
      List<String> facts = new ArrayList<>();
      double usual = preemptedBefore / minutesBefore;
      double now = preemptedDuring / minutesDuring;
      if (preemptedDuring >= 1 && now > TIMES * usual) {
        facts.add(
            String.format(
                Locale.ROOT,
                "%.0f preemptions, %.1f a minute (before: %.1f)",
                preemptedDuring,
                now,
                usual));
      }
      if (kv.most >= PRESSURE && kv.during() > kv.before() + MORE_PRESSURE) {
        facts.add(
            String.format(
                Locale.ROOT,
                "KV cache up to %.0f %% full, %.0f %% on average (before: %.0f %%)",
                100 * kv.most,
                100 * kv.during(),
                100 * kv.before()));
      }
      if (queue.during() >= LEAST_QUEUE && queue.during() > TIMES * queue.before()) {
        facts.add(
            String.format(
                Locale.ROOT,
                "%.1f requests in its queue on average (before: %.1f)",
                queue.during(),
                queue.before()));
      }
      return facts;
    }
  }

  /// A gauge before and during the span; 0 where it was not observed.
  private static final class Gauge {
    private double most;
    private double sumBefore;
    private double sumDuring;
    private int looksBefore;
    private int looksDuring;

    void add(@Nullable Double value, boolean before) {
      if (value == null) {
        return;
      }
      if (before) {
        sumBefore += value;
        looksBefore++;
      } else {
        sumDuring += value;
        looksDuring++;
        most = Math.max(most, value);
      }
    }

    double before() {
      return sumBefore / Math.max(1, looksBefore);
    }

    double during() {
      return sumDuring / Math.max(1, looksDuring);
    }
  }
}
