package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What is known of the servers behind a gateway by their own words: now, by page and by upstream,
/// and lately, 15 minutes by second and a day by minute, in bounded memory. Any thread may call it.
///
/// A page's values are known as long as they are a few looks old at most, its last look was no
/// miss, one server answers at its address, and the gateway still has it ([#keep]).
public final class EngineTrail {
  private static final int MOST_PAGES = 64;

  private final Map<String, EngineTrack> tracks = new LinkedHashMap<>();
  private final Map<String, Integer> restarted = new HashMap<>();
  private final InstantSource wall;

  /// A trail without a look.
  ///
  /// @param wall the time of day, by which servers tell when they began; asked at each look
  public EngineTrail(InstantSource wall) {
    this.wall = wall;
  }

  /// What a look tells beyond its figures.
  public enum Turn {
    /// The server's process began anew: what it counted before is lost.
    RESTARTED,
    /// Another server, which was there already, answers in its place.
    REPLACED,
    /// The page cannot be read: it was before, or this is its first look.
    OUT_OF_REACH,
    /// The page is read again.
    BACK
  }

  /// Whether a page's values are known.
  public enum State {
    /// It was read just now.
    READ,
    /// The last look missed it.
    MISSED,
    /// It was read, and for several looks nothing was heard of it.
    STALE,
    /// Several servers answer at its address in turn, each with figures of its own.
    SEVERAL_SERVERS
  }

  /// One upstream's page at a moment.
  ///
  /// @param upstream whose
  /// @param address the page's address as it may be shown
  /// @param state whether its values are known
  /// @param atNanos when it was read last; null where it never was
  /// @param values of gauges the value, of counters the increase since the page was first read;
  ///   none where they are not known now
  /// @param miss what the last look said in place of a page; null where it read one
  /// @param restarts how often its server began anew
  public record Page(
      String upstream,
      String address,
      State state,
      @Nullable Long atNanos,
      Map<Sign, Double> values,
      @Nullable Missed miss,
      int restarts) {
    /// Copies the values.
    public Page {
      values = copy(values);
    }
  }

  /// What is known of one upstream at a moment, by all of its pages together.
  ///
  /// @param upstream whose
  /// @param engine what its engines are called by the names of their metrics, empty where these do
  ///   not tell
  /// @param kvPages how many pages the KV cache's use is of
  /// @param restarts how often a server of its pages began anew since the first was looked at;
  ///   those of pages that are no longer looked at stay among them
  /// @param values of gauges that of the pages that are known, requests added and shares averaged,
  ///   those too of a page that a look has just missed; of counters the increase since its pages
  ///   were first read, where a page tells of it now
  public record Known(
      String upstream, String engine, int kvPages, int restarts, Map<Sign, Double> values) {
    /// Copies the values.
    public Known {
      values = copy(values);
    }
  }

  private static Map<Sign, Double> copy(Map<Sign, Double> values) {
    Map<Sign, Double> copy = new EnumMap<>(Sign.class);
    copy.putAll(values);
    return Collections.unmodifiableMap(copy);
  }

  /// Takes a look in; those of one page in the order of their time. Beyond 64 pages no new one is
  /// followed.
  ///
  /// @param upstream whose page it is, by its configured name
  /// @return what turned with it; null where nothing did
  public synchronized @Nullable Turn add(String upstream, Observation look) {
    String key = key(upstream, look.source());
    EngineTrack track = tracks.get(key);
    if (track == null) {
      if (tracks.size() >= MOST_PAGES) {
        return null;
      }
      track = new EngineTrack(upstream, look.source(), wall);
      tracks.put(key, track);
    }
    Turn turn = track.add(look);
    if (turn == Turn.RESTARTED) {
      restarted.merge(upstream, 1, Integer::sum);
    }
    return turn;
  }

  private static String key(String upstream, String address) {
    return upstream + " " + address;
  }

  /// Forgets all pages but these.
  public synchronized void keep(List<EngineWatch.Upstream> pages) {
    Set<String> kept =
        pages.stream()
            .map(page -> key(page.name(), page.page().shown()))
            .collect(Collectors.toSet());
    tracks.keySet().retainAll(kept);
  }

  /// Each page as it stands, in the order in which they were first looked at.
  public synchronized List<Page> pages(long nowNanos) {
    return tracks.values().stream().map(track -> track.page(nowNanos)).toList();
  }

  /// What is known of each upstream, in that order; those of which nothing is known are left out.
  public synchronized List<Known> known(long nowNanos) {
    Map<String, List<EngineTrack>> byUpstream = new LinkedHashMap<>();
    for (EngineTrack track : tracks.values()) {
      byUpstream.computeIfAbsent(track.upstream(), _ -> new ArrayList<>()).add(track);
    }
    List<Known> known = new ArrayList<>();
    byUpstream.forEach((upstream, pages) -> {
      if (pages.stream().anyMatch(page -> !page.values(nowNanos).isEmpty())) {
        known.add(known(upstream, pages, nowNanos));
      }
    });
    return known;
  }

  /// @param tracks one of them at least is known now
  private Known known(String upstream, List<EngineTrack> tracks, long nowNanos) {
    List<Map<Sign, Double>> told = new ArrayList<>();
    String engine = "";
    for (EngineTrack track : tracks) {
      Map<Sign, Double> values = track.values(nowNanos);
      told.add(values.isEmpty() ? track.standing(nowNanos) : values);
      engine = engine.isEmpty() ? track.engine() : engine;
    }
    told.removeIf(Map::isEmpty);
    long kvPages = told.stream().filter(each -> each.containsKey(Sign.KV_CACHE_USAGE)).count();
    int restarts = restarted.getOrDefault(upstream, 0);
    return new Known(upstream, engine, (int) kvPages, restarts, together(told, tracks));
  }

  /// A page that is away for a while has counted what it counted: a sum without it would fall, and
  /// jump when it is back.
  private static Map<Sign, Double> together(
      List<Map<Sign, Double>> told, List<EngineTrack> tracks) {
    Map<Sign, List<Double>> parts = new EnumMap<>(Sign.class);
    for (Map<Sign, Double> each : told) {
      each.forEach((sign, value) -> parts.computeIfAbsent(sign, _ -> new ArrayList<>()).add(value));
    }
    Map<Sign, Double> values = new EnumMap<>(Sign.class);
    parts.forEach((sign, of) ->
        values.put(
            sign,
            sign.kind() == Sign.Kind.GAUGE
                ? sign.whole(of)
                : tracks.stream().mapToDouble(track -> track.grown(sign)).sum()));
    return values;
  }

  /// A sign over time and all pages: of gauges the value, of counters the increase per second. A
  /// step without a look is NaN.
  ///
  /// @param fromNanos where the first step begins
  /// @param step how long steps are
  /// @param count how many
  public synchronized double[] series(Sign sign, long fromNanos, Step step, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      long slot = Math.floorDiv(fromNanos + step.nanos() / 2, step.nanos()) + i;
      List<Double> parts = new ArrayList<>();
      for (EngineTrack track : tracks.values()) {
        double value = track.value(sign, step, slot);
        if (!Double.isNaN(value)) {
          parts.add(value);
        }
      }
      values[i] = parts.isEmpty() ? Double.NaN : sign.whole(parts);
    }
    return values;
  }

  /// How finely the past is kept.
  public enum Step {
    /// The last 15 minutes.
    SECOND(1_000_000_000L, 900, 2),
    /// The last 24 hours.
    MINUTE(60_000_000_000L, 1440, 0);

    private final long nanos;
    private final int kept;
    private final int late;

    Step(long nanos, int kept, int late) {
      this.nanos = nanos;
      this.kept = kept;
      this.late = late;
    }

    /// For how many steps a look stands where the next one is late.
    int late() {
      return late;
    }

    /// Nanoseconds of a step.
    public long nanos() {
      return nanos;
    }

    /// How many steps are kept.
    public int kept() {
      return kept;
    }
  }
}
