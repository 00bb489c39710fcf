package dev.goodput.observe;

import dev.goodput.observe.Observation.Missed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the servers behind a gateway said of themselves lately: 15 minutes by second and a day by
/// minute, in bounded memory. Any thread may call it.
public final class EngineTrail {
  private static final int MOST_PAGES = 64;

  private final Map<String, EngineTrack> tracks = new LinkedHashMap<>();

  /// A trail without a look.
  public EngineTrail() {}

  /// What a look tells beyond its figures.
  public enum Turn {
    /// The server's process began anew: what it counted before is lost.
    RESTARTED,
    /// The page was read before, and was not now.
    OUT_OF_REACH,
    /// The page is read again.
    BACK
  }

  /// One upstream's page as it was seen last.
  ///
  /// @param upstream whose
  /// @param address the page's address as it may be shown
  /// @param atNanos when it was read last; null where it never was
  /// @param values of gauges the value, of counters the increase since the page was first read;
  ///   none where the last look missed
  /// @param miss what the last look said in place of a page; null where it read one
  /// @param restarts how often its server began anew
  public record Page(
      String upstream,
      String address,
      @Nullable Long atNanos,
      Map<Sign, Double> values,
      @Nullable Missed miss,
      int restarts) {
    /// Copies the values.
    public Page {
      Map<Sign, Double> copy = new EnumMap<>(Sign.class);
      copy.putAll(values);
      values = Collections.unmodifiableMap(copy);
    }
  }

  /// Takes a look in; those of one page in the order of their time. Beyond 64 pages no new one is
  /// followed.
  ///
  /// @param upstream whose page it is, by its configured name
  /// @return what turned with it; null where nothing did
  public synchronized @Nullable Turn add(String upstream, Observation look) {
    String key = upstream + " " + look.source();
    EngineTrack track = tracks.get(key);
    if (track == null) {
      if (tracks.size() >= MOST_PAGES) {
        return null;
      }
      track = new EngineTrack(upstream, look.source());
      tracks.put(key, track);
    }
    return track.add(look);
  }

  /// Forgets the pages of an upstream that there is no more.
  public synchronized void forget(String upstream) {
    tracks.values().removeIf(track -> track.upstream().equals(upstream));
  }

  /// Each page as it stands, in the order in which they were first looked at.
  public synchronized List<Page> pages() {
    return tracks.values().stream().map(EngineTrack::page).toList();
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
