package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import dev.goodput.observe.Observation.Why;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Follows one page through a window.
final class SourceTrack {
  private final long fromNanos;
  private final long toNanos;
  private final Map<Sign, SignTrack> signs = new EnumMap<>(Sign.class);
  private final Map<Why, Integer> missed = new EnumMap<>(Why.class);
  private final ServerTurns turns = new ServerTurns();
  private @Nullable Seen last;
  private boolean fresh;
  private int looks;
  private int restarts;
  private String lastMiss = "";

  SourceTrack(long fromNanos, long toNanos) {
    this.fromNanos = fromNanos;
    this.toNanos = toNanos;
  }

  void seen(Seen now) {
    looks += within(now) ? 1 : 0;
    Seen before = last;
    Span span =
        before == null ? Span.NONE : Span.of(before.atNanos(), now.atNanos(), fromNanos, toNanos);
    boolean another = before != null && turns.anotherProcess(before.metrics(), now.metrics());
    boolean anew = another;
    for (Map.Entry<Sign, Reading> each : now.metrics().readings().entrySet()) {
      anew |= follow(each.getKey(), each.getValue(), span, another);
    }
    restarts += anew && span.share() > 0 ? 1 : 0;
    last = now;
    fresh = true;
  }

  /// Tells whether a counter fell.
  private boolean follow(Sign sign, Reading now, Span span, boolean another) {
    SignTrack track = signs.computeIfAbsent(sign, SignTrack::new);
    track.from(now.source());
    Reading before = last == null ? null : last.metrics().readings().get(sign);
    return switch (sign.kind()) {
      case COUNTER -> track.counter(now, span, last == null, another);
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
    if (within(miss)) {
      missed.merge(miss.why(), 1, Integer::sum);
    }
  }

  private boolean within(Observation observation) {
    return fromNanos <= observation.atNanos() && observation.atNanos() <= toNanos;
  }

  boolean tells(Sign sign) {
    return signs.containsKey(sign);
  }

  boolean everSeen() {
    return last != null;
  }

  /// Whether the last look read the page.
  boolean fresh() {
    return fresh;
  }

  boolean restarted() {
    return restarts > 0;
  }

  boolean severalServers() {
    return turns.severalServers();
  }

  String lastMiss() {
    return lastMiss;
  }

  /// The sign's values at the last look, none where that had none.
  Map<String, Double> latest(Sign sign) {
    Reading reading = last == null ? null : last.metrics().readings().get(sign);
    return reading == null ? Map.of() : reading.parts();
  }

  /// The mean or the increase of each part of a sign that it [#tells].
  SortedMap<String, Double> values(Sign sign) {
    return track(sign).values();
  }

  /// The metric that a sign is read from, of those that it [#tells].
  String metric(Sign sign) {
    return track(sign).source();
  }

  /// Share of the window between two looks at a sign.
  double covered(Sign sign) {
    return track(sign).coveredNanos() / (toNanos - fromNanos);
  }

  private SignTrack track(Sign sign) {
    SignTrack track = signs.get(sign);
    return track == null ? new SignTrack(sign) : track;
  }

  MetricsSummary.Source summary(String address) {
    return new MetricsSummary.Source(
        address, looks, missed, lastMiss, restarts, turns.severalServers());
  }
}
