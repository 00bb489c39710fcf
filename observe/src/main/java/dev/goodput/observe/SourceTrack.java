package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import dev.goodput.observe.Observation.Why;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// The state of one metrics page over a window.
final class SourceTrack {
  /// The largest number of restarts to record: more mean several servers, or an unusable one.
  private static final int MOST_RESTARTS = 1_000;

  private final Stretch window;
  private final Map<Sign, SignTrack> signs = new EnumMap<>(Sign.class);
  private final Map<Why, Integer> missed = new EnumMap<>(Why.class);
  private final ServerTurns turns = new ServerTurns();
  private @Nullable Seen last;
  private boolean fresh;
  private double coveredNanos;
  private int looks;
  private final List<Long> restarts = new ArrayList<>();
  private String lastMiss = "";
  private String lastMissWithin = "";
  private final StandingValues standing = new StandingValues();

  SourceTrack(Stretch window) {
    this.window = window;
  }

  void seen(Seen now) {
    looks += window.holds(now) ? 1 : 0;
    standing.seen(now);
    Seen before = last;
    Span span = before == null ? Span.NONE : Span.of(before.atNanos(), now.atNanos(), window);
    coveredNanos += span.insideNanos();
    ServerTurns.Answering process =
        before == null
            ? ServerTurns.Answering.UNKNOWN
            : turns.next(before.metrics(), now.metrics(), Double.NaN);
    boolean anew = process == ServerTurns.Answering.ANOTHER;
    for (Map.Entry<Sign, Reading> each : now.metrics().readings().entrySet()) {
      anew |= follow(each.getKey(), each.getValue(), span, process);
    }
    if (anew && span.share() > 0 && restarts.size() < MOST_RESTARTS) {
      restarts.add(now.atNanos());
    }
    last = now;
    fresh = true;
  }

  /// Adds a reading and returns whether a counter fell.
  private boolean follow(Sign sign, Reading now, Span span, ServerTurns.Answering process) {
    SignTrack track = signs.computeIfAbsent(sign, SignTrack::new);
    track.from(now.source());
    Reading before = last == null ? null : last.metrics().readings().get(sign);
    return switch (sign.kind()) {
      case COUNTER -> track.counter(now, span, last == null, process);
      case GAUGE -> {
        if (fresh && before != null) {
          track.gauge(before, now, span);
        }
        yield false;
      }
    };
  }

  void missed(Missed miss) {
    fresh = false;
    lastMiss = miss.words();
    if (window.holds(miss)) {
      missed.merge(miss.why(), 1, Integer::sum);
      lastMissWithin = miss.words();
    }
  }

  boolean within(Observation observation) {
    return window.holds(observation);
  }

  boolean tells(Sign sign) {
    return signs.containsKey(sign);
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
    return turns.severalServers();
  }

  /// Returns the message of the last failed scrape in the window, or of the whole run if no scrape
  /// ever succeeded.
  String lastMiss() {
    return lastMissWithin.isEmpty() && last == null ? lastMiss : lastMissWithin;
  }

  /// Returns whether a metric's values stood still for too long to describe the window.
  boolean stale(Sign sign) {
    return sign.renewed() && standing.tooLongFor(window) > 0;
  }

  /// Returns the metric's values at the last scrape; empty if it had none.
  Map<String, Double> latest(Sign sign) {
    Reading reading = last == null ? null : last.metrics().readings().get(sign);
    return reading == null ? Map.of() : reading.parts();
  }

  /// Returns the mean or the increase of each part of a metric that the page [#tells].
  SortedMap<String, Double> values(Sign sign) {
    return track(sign).values();
  }

  /// Returns the metric name that a sign is read from, if the page [#tells] it.
  String metric(Sign sign) {
    return track(sign).source();
  }

  /// Returns the share of the window between two scrapes that have a metric. For counters, between
  /// two scrapes of the page, as many counters only appear with their first count.
  double covered(Sign sign) {
    double nanos = sign.kind() == Sign.Kind.COUNTER ? coveredNanos : track(sign).coveredNanos();
    return nanos / window.nanos();
  }

  private SignTrack track(Sign sign) {
    SignTrack track = signs.get(sign);
    return track == null ? new SignTrack(sign) : track;
  }

  MetricsSummary.Source summary(String address) {
    return new MetricsSummary.Source(
        address,
        looks,
        missed,
        lastMiss(),
        restarts,
        turns.severalServers(),
        !signs.isEmpty(),
        standing.tooLongFor(window));
  }
}
