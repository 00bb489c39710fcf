package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
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
  private final Function<String, Stretch> stretches;
  private final Map<String, SourceTrack> sources = new LinkedHashMap<>();
  private final Map<Sign, Double> most = new EnumMap<>(Sign.class);

  /// Creates an empty summary of a window.
  MetricsWindow(Stretch stretch) {
    this(_ -> stretch);
  }

  /// Creates an empty summary of a window whose edges differ slightly from page to page.
  ///
  /// @param stretches the window by page
  MetricsWindow(Function<String, Stretch> stretches) {
    this.stretches = stretches;
  }

  /// Adds a scrape. Scrapes of one page must be added in the order of time, including those outside
  /// the window: the time between two scrapes is cut at the window's edges.
  void add(Observation observation) {
    SourceTrack track =
        sources.computeIfAbsent(
            observation.source(), page -> new SourceTrack(stretches.apply(page)));
    switch (observation) {
      case Seen seen -> {
        track.seen(seen);
        if (track.within(seen)) {
          seen.metrics().readings().keySet().forEach(this::raise);
        }
      }
      case Missed missed -> track.missed(missed);
    }
  }

  private void raise(Sign sign) {
    double now = sign.kind() == Sign.Kind.GAUGE ? now(sign) : Double.NaN;
    if (!Double.isNaN(now)) {
      most.merge(sign, now, Math::max);
    }
  }

  /// Returns whether a page has had a metric so far.
  boolean tells(String page, Sign sign) {
    SourceTrack track = sources.get(page);
    return track != null && track.tells(sign);
  }

  /// Returns a metric's total at the last scrape, or for a counter its increase until then; NaN
  /// unless the last scrape of every page that has the metric succeeded.
  double now(Sign sign) {
    List<SourceTrack> telling = telling(sign);
    if (telling.isEmpty() || !telling.stream().allMatch(SourceTrack::fresh)) {
      return Double.NaN;
    }
    List<Double> parts =
        telling.stream()
            .flatMap(track ->
                (sign.kind() == Sign.Kind.GAUGE ? track.latest(sign) : track.values(sign))
                    .values().stream())
            .toList();
    return parts.isEmpty() ? Double.NaN : sign.whole(parts);
  }

  private List<SourceTrack> telling(Sign sign) {
    return sources.values().stream().filter(track -> track.tells(sign)).toList();
  }

  MetricsSummary summary() {
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
    if (telling.stream().anyMatch(track -> track.stale(sign))) {
      return new SignSummary.NotObservable("its page renews its values too seldom for the window");
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
          new SignSummary.Gauged(
              metric, whole, Math.max(whole, most.getOrDefault(sign, whole)), covered, parts);
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
