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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the engines did in a span, compared with the time before it, from the observations that the
/// gateway stored with its log. Those of a directory are added in the order of time. An engine that
/// several gateways scrape is recognised by the addresses of its pages, and counts once; a loopback
/// address is one only together with the gateway's host.
final class EngineFacts {
  /// The KV cache above which the warning rules see pressure.
  private static final double PRESSURE = 0.95;

  private static final double MORE_PRESSURE = 0.1;
  private static final double TIMES = 2;

  /// An event this long before a span may have caused it; of two gateways, it is the same event.
  private static final Duration LEAD = Duration.ofMinutes(2);

  private static final double MIN_QUEUE = 1;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final MissedSpan span;
  private final Instant from;
  private final SortedMap<String, Upstream> upstreams = new TreeMap<>();
  private final SortedMap<String, SortedMap<String, List<Seen>>> events = new TreeMap<>();
  private static final Pattern LOOPBACK =
      Pattern.compile("://(localhost|127\\.[0-9.]+|\\[::1])(:|/|$)");

  private int directory;
  private String host = "";

  /// An event in a directory.
  private record Seen(Instant at, int directory) {
    boolean sameAs(Seen other) {
      return directory != other.directory
          && Duration.between(at, other.at).abs().compareTo(LEAD) <= 0;
    }
  }

  /// The events of one kind of one upstream, in a sentence.
  private record Happened(Instant first, String sentence) {}

  /// @param before the time before the span that it is compared with
  EngineFacts(MissedSpan span, Duration before) {
    this.span = span;
    this.from = span.from().minus(before);
  }

  /// Starts with the observations of another directory. Each gateway counts from its own first
  /// scrape, so nothing is counted between the last value of one and the first of another.
  ///
  /// @param gatewayHost the gateway's host; empty if unknown
  void startDirectory(String gatewayHost) {
    directory++;
    host = gatewayHost;
  }

  private String identity(ServiceObservation.Engine engine) {
    String pages = engine.identity();
    return LOOPBACK.matcher(pages).find() ? host + " " + pages : pages;
  }

  void add(ServiceObservation observation) {
    Instant at = observation.at();
    if (at.isBefore(from) || !at.isBefore(span.until())) {
      return;
    }
    switch (observation) {
      case ServiceObservation.Engine engine ->
          upstreams
              .computeIfAbsent(identity(engine), _ -> new Upstream())
              .add(engine, directory, at.isBefore(span.from()));
      case Event event -> add(event);
      case ServiceObservation.Energy _ -> {
        // It explains no miss.
      }
    }
  }

  private void add(Event event) {
    String words = words(event.kind());
    if (words.isEmpty() || event.at().isBefore(span.from().minus(LEAD))) {
      return;
    }
    List<Seen> known =
        events
            .computeIfAbsent(event.source(), _ -> new TreeMap<>())
            .computeIfAbsent(words, _ -> new ArrayList<>());
    Seen seen = new Seen(event.at(), directory);
    if (known.stream().noneMatch(seen::sameAs)) {
      known.add(seen);
    }
  }

  /// Returns what an event of an engine is in a sentence; empty for one that explains no miss.
  private static String words(String kind) {
    for (TrafficEvent.Kind each : TrafficEvent.Kind.values()) {
      if (each.key().equals(kind)) {
        return switch (each) {
          case ENGINE_RESTART -> "restarted";
          case ENGINE_REPLACED -> "was replaced by another server";
          case UPSTREAM_DOWN -> "became unreachable";
          case METRICS_DOWN -> "stopped serving its metrics page";
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

  /// Returns the facts, each with its upstream: events by their time, then what grew.
  ///
  /// @param served the upstreams that served the class; others are not mentioned
  List<String> facts(Set<String> served) {
    List<Happened> happened = new ArrayList<>();
    events.forEach((source, byWords) ->
        byWords.forEach((words, times) -> {
          if (served.contains(source)) {
            Instant first =
                times.stream().map(Seen::at).min(Comparator.naturalOrder()).orElseThrow();
            String often = times.size() == 1 ? "at" : "%,d times, first at".formatted(times.size());
            happened.add(
                new Happened(
                    first, "%s %s %s %s".formatted(source, words, often, TIME.format(first))));
          }
        }));
    happened.sort(Comparator.comparing(Happened::first));
    List<String> facts = new ArrayList<>(happened.stream().map(Happened::sentence).toList());
    SortedMap<String, List<String>> grown = new TreeMap<>();
    for (Upstream upstream : upstreams.values()) {
      upstream.names.stream()
          .filter(served::contains)
          .findFirst()
          .ifPresent(
              name -> grown.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(upstream.facts()));
    }
    grown.forEach((name, all) -> all.forEach(fact -> facts.add(name + ": " + fact)));
    return facts;
  }

  /// The figures of one upstream. Of what several gateways observed at the same time, those of the
  /// first count.
  private static final class Upstream {
    private final SortedSet<String> names = new TreeSet<>();
    private final Gauge kv = new Gauge();
    private final Gauge queue = new Gauge();
    private final Growth preemptionsBefore = new Growth();
    private final Growth preemptionsDuring = new Growth();
    private String reader = "";
    private Instant last = Instant.MIN;
    private @Nullable Double preemptions;
    private Instant counted = Instant.MIN;

    void add(ServiceObservation.Engine engine, int directory, boolean before) {
      EngineFigures figures = engine.figures();
      names.add(figures.upstream());
      String by = directory + " " + figures.upstream();
      if (!by.equals(reader)) {
        if (!engine.at().isAfter(last)) {
          return;
        }
        reader = by;
        preemptions = null;
      }
      last = engine.at();
      kv.add(figures.value(EngineMetric.KV_CACHE_USAGE), before);
      queue.add(figures.value(EngineMetric.WAITING), before);
      Double count = figures.value(EngineMetric.PREEMPTIONS);
      // A count falls when a page is no longer scraped.
      if (count != null && preemptions != null && count >= preemptions) {
        Duration time = Duration.between(counted, engine.at());
        (before ? preemptionsBefore : preemptionsDuring).add(count - preemptions, time);
      }
      if (count != null) {
        preemptions = count;
        counted = engine.at();
      }
    }

    List<String> facts() {
      List<String> facts = new ArrayList<>();
      double usual = preemptionsBefore.perMinute();
      double now = preemptionsDuring.perMinute();
      if (preemptionsDuring.count >= 1 && now > TIMES * usual) {
        facts.add(
            String.format(
                Locale.ROOT,
                "%.0f preemptions, %.1f a minute (before: %.1f)",
                preemptionsDuring.count,
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
      if (queue.during() >= MIN_QUEUE && queue.during() > TIMES * queue.before()) {
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

  /// How much a count grew in the time that it was observed.
  private static final class Growth {
    private double count;
    private Duration time = Duration.ZERO;

    void add(double more, Duration in) {
      count += more;
      time = time.plus(in);
    }

    /// Returns NaN, which compares with nothing, if it was not observed.
    double perMinute() {
      return count / time.toMillis() * 60_000;
    }
  }

  /// A gauge before and during the span; NaN, which compares with nothing, where it was not
  /// observed.
  private static final class Gauge {
    private double most;
    private double sumBefore;
    private double sumDuring;
    private int scrapesBefore;
    private int scrapesDuring;

    void add(@Nullable Double value, boolean before) {
      if (value == null) {
        return;
      }
      if (before) {
        sumBefore += value;
        scrapesBefore++;
      } else {
        sumDuring += value;
        scrapesDuring++;
        most = Math.max(most, value);
      }
    }

    double before() {
      return sumBefore / scrapesBefore;
    }

    double during() {
      return sumDuring / scrapesDuring;
    }
  }
}
