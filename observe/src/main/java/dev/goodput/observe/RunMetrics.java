package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.LevelMetrics.Point;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the servers reported about themselves during a run, from the file of scrapes next to its
/// log.
///
/// @param levels in the order in which they ran
/// @param damaged torn or damaged lines of the file, which are skipped
public record RunMetrics(List<LevelMetrics> levels, int damaged) {
  /// Copies the levels.
  public RunMetrics {
    levels = List.copyOf(levels);
  }

  /// Reads the file, with one scrape in memory at a time. A missing file has no scrapes.
  ///
  /// @param levels in the order in which they ran
  /// @throws MetricsFileException if the file is not a metrics file, was written by a newer
  ///   version, or cannot be read
  public static RunMetrics read(Path file, List<LevelTime> levels) {
    LevelScrapes edges = new LevelScrapes(levels);
    int damaged = MetricsFile.read(file, edges::add);
    List<Level> sums = new ArrayList<>();
    for (int i = 0; i < levels.size(); i++) {
      sums.add(new Level(i, levels.get(i), edges));
    }
    MetricsFile.read(file, scrape -> sums.forEach(level -> level.add(scrape)));
    return new RunMetrics(sums.stream().map(Level::metrics).toList(), damaged);
  }

  private static final class Level {
    private static final Set<EngineMetric> COUNTS =
        EnumSet.of(
            EngineMetric.REQUESTS_FINISHED,
            EngineMetric.PROMPT_TOKENS,
            EngineMetric.GENERATION_TOKENS);

    private final MetricsWindow window;
    private final MetricsWindow whole;
    private final TimeRange drawn;
    private final int level;
    private final LevelScrapes edges;
    private final Map<EngineMetric, BoundedTrace> traces = new EnumMap<>(EngineMetric.class);

    Level(int level, LevelTime time, LevelScrapes edges) {
      this.level = level;
      this.edges = edges;
      window = new MetricsWindow(TimeRange.of(time.windowBeginNanos(), time.windowEndNanos()));
      whole = new MetricsWindow(page -> edges.around(level, page));
      drawn = TimeRange.of(time.beginNanos(), time.endNanos());
    }

    void add(Scrape scrape) {
      window.add(scrape);
      whole.add(scrape);
      if (drawn.holds(scrape)) {
        for (EngineMetric metric : EngineMetric.values()) {
          if (whole.has(scrape.source(), metric)) {
            traces
                .computeIfAbsent(metric, _ -> new BoundedTrace())
                .add(scrape.atNanos(), whole.now(metric));
          }
        }
      }
    }

    LevelMetrics metrics() {
      Map<EngineMetric, List<LevelMetrics.Point>> drawnPoints = new EnumMap<>(EngineMetric.class);
      traces.forEach((metric, trace) -> drawnPoints.put(metric, trace.points()));
      MetricsSummary counts = whole.summary();
      return new LevelMetrics(window.summary(), counts, scrapedAround(counts), drawnPoints);
    }

    private boolean scrapedAround(MetricsSummary counts) {
      return counts.sources().stream()
          .map(MetricsSummary.Source::address)
          .filter(page -> COUNTS.stream().anyMatch(metric -> whole.has(page, metric)))
          .allMatch(page -> edges.found(level, page));
    }
  }

  /// A metric over time, in bounded memory: when there are too many points, neighbours are replaced
  /// by their mean.
  static final class BoundedTrace {
    private static final int MAX = 600;

    private final List<Point> points = new ArrayList<>();
    private final List<Point> joining = new ArrayList<>();
    private int joined = 1;

    void add(long atNanos, double value) {
      joining.add(new Point(atNanos, value));
      if (joining.size() == joined) {
        points.add(mean(joining));
        joining.clear();
      }
      if (points.size() == MAX) {
        halve();
      }
    }

    private void halve() {
      List<Point> all = List.copyOf(points);
      points.clear();
      for (int i = 0; i < all.size(); i += 2) {
        points.add(mean(all.subList(i, i + 2)));
      }
      joined *= 2;
    }

    /// Averages the known values.
    private static Point mean(List<Point> several) {
      double value =
          several.stream()
              .mapToDouble(Point::value)
              .filter(Double::isFinite)
              .average()
              .orElse(Double.NaN);
      long first = several.getFirst().atNanos();
      return new Point(first + (several.getLast().atNanos() - first) / 2, value);
    }

    List<Point> points() {
      List<Point> all = new ArrayList<>(points);
      if (!joining.isEmpty()) {
        all.add(mean(joining));
      }
      return all;
    }
  }

  /// The scrapes that enclose each level, by page: the last one before the level's first request
  /// and the first one after its last response. What a server counted between these two belongs to
  /// this level alone. A scrape that spans the edge is not used, as the server may have read its
  /// counters on either side.
  private static final class LevelScrapes {
    private final List<LevelTime> levels;
    private final Map<String, Long[][]> edges = new HashMap<>();

    LevelScrapes(List<LevelTime> levels) {
      this.levels = levels;
    }

    void add(Scrape observation) {
      if (!(observation instanceof SuccessfulScrape seen)) {
        return;
      }
      Long[][] found = edges.computeIfAbsent(seen.source(), _ -> new Long[levels.size()][2]);
      for (int i = 0; i < levels.size(); i++) {
        boolean first = i == 0;
        boolean last = i + 1 == levels.size();
        if (seen.latestNanos() <= levels.get(i).beginNanos()
            && (first || seen.earliestNanos() >= levels.get(i - 1).endNanos())) {
          found[i][0] = seen.atNanos();
        }
        boolean after =
            seen.earliestNanos() >= levels.get(i).endNanos()
                && (last || seen.latestNanos() <= levels.get(i + 1).beginNanos());
        if (after && found[i][1] == null) {
          found[i][1] = seen.atNanos();
        }
      }
    }

    /// Returns the time span from the scrape before a level to the scrape after it. A missing
    /// scrape is replaced by the level's own edge.
    TimeRange around(int level, String page) {
      Long[] found = edges.getOrDefault(page, new Long[levels.size()][2])[level];
      return TimeRange.of(
          or(found[0], levels.get(level).beginNanos()), or(found[1], levels.get(level).endNanos()));
    }

    /// Returns whether both scrapes exist.
    boolean found(int level, String page) {
      Long[] found = edges.getOrDefault(page, new Long[levels.size()][2])[level];
      return found[0] != null && found[1] != null;
    }

    private static long or(@Nullable Long found, long otherwise) {
      return found == null ? otherwise : found;
    }
  }
}
