package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Sums a window of the run up from its observations, in one pass of bounded memory.
///
/// Pages of several servers are taken for one whole: engines and GPUs of all of them are added, or
/// averaged where they are shares. Belongs to one thread.
public final class MetricsWindow {
  private final long fromNanos;
  private final long toNanos;
  private final Map<String, SourceTrack> sources = new LinkedHashMap<>();
  private final Map<Sign, Double> most = new EnumMap<>(Sign.class);

  /// An empty sum of a window.
  ///
  /// @param fromNanos its begin, nanoseconds since the run began
  /// @param toNanos its end, later than the begin
  /// @throws IllegalArgumentException where it is not
  public MetricsWindow(long fromNanos, long toNanos) {
    if (toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "a window ends after it begins, found " + fromNanos + " to " + toNanos);
    }
    this.fromNanos = fromNanos;
    this.toNanos = toNanos;
  }

  /// Takes an observation in; those of one page in the order of their time, those outside the
  /// window too: what lies between two looks is cut at the window's edges.
  public void add(Observation observation) {
    SourceTrack track =
        sources.computeIfAbsent(observation.source(), _ -> new SourceTrack(fromNanos, toNanos));
    switch (observation) {
      case Seen seen -> {
        track.seen(seen);
        if (fromNanos <= seen.atNanos() && seen.atNanos() <= toNanos) {
          seen.metrics().readings().keySet().forEach(this::raise);
        }
      }
      case Missed missed -> track.missed(missed);
    }
  }

  /// The whole of a sign as it is now, where all pages that tell it were seen.
  private void raise(Sign sign) {
    List<SourceTrack> telling = telling(sign);
    if (sign.kind() == Sign.Kind.GAUGE && telling.stream().allMatch(SourceTrack::fresh)) {
      List<Double> now =
          telling.stream().flatMap(track -> track.latest(sign).values().stream()).toList();
      most.merge(sign, sign.whole(now), Math::max);
    }
  }

  private List<SourceTrack> telling(Sign sign) {
    return sources.values().stream().filter(track -> track.tells(sign)).toList();
  }

  /// What the window came to.
  public MetricsSummary summary() {
    Map<Sign, SignSummary> signs = new EnumMap<>(Sign.class);
    for (Sign sign : Sign.values()) {
      signs.put(sign, summary(sign));
    }
    List<MetricsSummary.Source> pages =
        sources.entrySet().stream().map(each -> each.getValue().summary(each.getKey())).toList();
    return new MetricsSummary(signs, pages);
  }

  private SignSummary summary(Sign sign) {
    List<SourceTrack> telling = telling(sign);
    if (telling.isEmpty()) {
      return new SignSummary.NotObservable(noSource());
    }
    if (telling.stream().anyMatch(SourceTrack::severalServers)) {
      return new SignSummary.NotObservable("several servers answer at one address in turn");
    }
    double covered = telling.stream().mapToDouble(track -> track.covered(sign)).min().orElse(0);
    SortedMap<String, Double> parts = parts(sign, telling.size() > 1);
    if (covered == 0 || parts.isEmpty()) {
      return new SignSummary.NotObservable("the window holds no time between two looks at it");
    }
    double whole = sign.whole(parts.values());
    String metric = telling.getFirst().metric(sign);
    boolean restarted = telling.stream().anyMatch(SourceTrack::restarted);
    return switch (sign.kind()) {
      case COUNTER ->
          new SignSummary.Counted(metric, whole, restarted && sign.ofProcess(), covered, parts);
      case GAUGE ->
          new SignSummary.Gauged(metric, whole, most.getOrDefault(sign, whole), covered, parts);
    };
  }

  private SortedMap<String, Double> parts(Sign sign, boolean severalPages) {
    SortedMap<String, Double> parts = new TreeMap<>();
    sources.forEach((address, track) -> {
      if (track.tells(sign)) {
        String page = severalPages ? address + " " : "";
        track.values(sign).forEach((part, value) -> parts.put((page + part).strip(), value));
      }
    });
    return parts;
  }

  private String noSource() {
    if (sources.isEmpty()) {
      return "no server's metrics were read";
    }
    return sources.values().stream().anyMatch(SourceTrack::everSeen)
        ? "no page has a metric for it"
        : "no page came: " + sources.values().iterator().next().lastMiss();
  }
}
