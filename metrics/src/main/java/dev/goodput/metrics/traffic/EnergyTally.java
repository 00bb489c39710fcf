package dev.goodput.metrics.traffic;

import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.metrics.stream.RequestView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The energy of the upstreams, and how it is attributed to the series of requests.
///
/// The energy of a minute is attributed by the output tokens that arrived in it. A minute waits for
/// the end of the next one, as the tokens of a response are known when it ends. Tokens that arrived
/// earlier than that count in the oldest minute that waits.
final class EnergyTally {
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final int OPEN_MINUTES = 2;

  private final long beganNanos;
  private final SortedMap<String, Source> sources = new TreeMap<>();
  private final Deque<Minute> open = new ArrayDeque<>();

  EnergyTally(long beganNanos) {
    this.beganNanos = beganNanos;
    open.add(new Minute(beganNanos));
  }

  /// Receives the energy of a series.
  @FunctionalInterface
  interface Attribution {
    void add(TrafficLabels labels, double joules);
  }

  /// Adds the tokens of an attempt.
  void add(RecordEvaluation evaluation, TrafficLabels labels) {
    if (!sources.containsKey(labels.upstream())) {
      return;
    }
    RequestView view = evaluation.view();
    for (Minute minute : open) {
      long from = minute == open.getFirst() ? Long.MIN_VALUE : minute.beginNanos;
      long to = minute == open.getLast() ? Long.MAX_VALUE : minute.beginNanos + MINUTE_NANOS;
      double tokens = view.outputTokensWithin(from, to);
      if (tokens > 0) {
        minute.tokens.merge(labels, tokens, Double::sum);
      }
    }
  }

  /// Adds the present figures of the upstreams; calling it once a second is enough.
  void update(long nowNanos, List<PowerFigures> figures, Attribution attribution) {
    long begin = nowNanos - Math.floorMod(nowNanos - beganNanos, MINUTE_NANOS);
    if (begin > open.getLast().beginNanos) {
      open.addLast(new Minute(begin));
    }
    while (open.size() > OPEN_MINUTES) {
      close(open.removeFirst(), attribution);
    }
    sources.values().forEach(source -> source.latest = null);
    for (PowerFigures each : figures) {
      double grown =
          sources.computeIfAbsent(each.upstream(), any -> new Source()).add(nowNanos, each);
      open.getLast().joules.merge(each.upstream(), grown, Double::sum);
    }
  }

  private void close(Minute minute, Attribution attribution) {
    Map<String, Double> tokens = new HashMap<>();
    minute.tokens.forEach((labels, each) -> tokens.merge(labels.upstream(), each, Double::sum));
    minute.joules.forEach((upstream, joules) -> {
      if (!tokens.containsKey(upstream)) {
        source(upstream).unattributed += joules;
      }
    });
    minute.tokens.forEach((labels, each) -> {
      double joules = minute.joules.getOrDefault(labels.upstream(), 0.0);
      attribution.add(labels, joules * each / tokens.getOrDefault(labels.upstream(), each));
    });
  }

  private Source source(String upstream) {
    return sources.computeIfAbsent(upstream, any -> new Source());
  }

  /// Returns the energy of each upstream, by name.
  List<UpstreamEnergy> build(long nowNanos) {
    return sources.entrySet().stream()
        .map(each -> each.getValue().build(each.getKey(), nowNanos))
        .toList();
  }

  /// A minute that waits for its tokens.
  private static final class Minute {
    private final long beginNanos;
    private final Map<String, Double> joules = new HashMap<>();
    private final Map<TrafficLabels, Double> tokens = new HashMap<>();

    Minute(long beginNanos) {
      this.beginNanos = beginNanos;
    }
  }

  /// The sums at a moment.
  private record Point(long nanos, double joules, double known) {}

  /// One upstream since the meter started.
  private static final class Source {
    private static final double ENOUGH = 0.9;

    private final Deque<Point> recent = new ArrayDeque<>();
    private @Nullable PowerFigures before;
    private @Nullable PowerFigures latest;
    private double joules;
    private double known;
    private double unknown;
    private double unattributed;

    /// Adds figures; returns the growth of the energy. A fall means that other devices are read.
    double add(long nowNanos, PowerFigures figures) {
      PowerFigures old = before == null ? figures : before;
      double grown = Math.max(0, figures.joules() - old.joules());
      joules += grown;
      known += Math.max(0, figures.knownSeconds() - old.knownSeconds());
      unknown += Math.max(0, figures.unknownSeconds() - old.unknownSeconds());
      before = figures;
      latest = figures;
      forget(nowNanos);
      recent.addLast(new Point(nowNanos, joules, known));
      return grown;
    }

    private void forget(long nowNanos) {
      while (!recent.isEmpty() && nowNanos - recent.getFirst().nanos() > window()) {
        recent.removeFirst();
      }
    }

    private static long window() {
      return WindowSpan.FIVE_MINUTES.seconds() * 1_000_000_000L;
    }

    /// Returns the figures; an upstream that was removed has none of the last five minutes.
    UpstreamEnergy build(String upstream, long nowNanos) {
      forget(nowNanos);
      Point first = recent.isEmpty() ? new Point(nowNanos, joules, known) : recent.getFirst();
      double seconds = Math.min(nowNanos - first.nanos(), window()) / 1e9;
      double share = seconds <= 0 ? 0 : Math.min(1, (known - first.known()) / seconds);
      boolean enough = share >= ENOUGH && known > first.known();
      PowerFigures now = latest;
      return new UpstreamEnergy(
          upstream,
          joules,
          unattributed,
          unknown,
          now == null ? null : now.watts(),
          enough ? Double.valueOf((joules - first.joules()) / (known - first.known())) : null,
          share,
          now == null ? 0 : now.devices());
    }
  }
}
