package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the servers reported about themselves during a run, from the file of scrapes beside its
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
    MetricsFile.read(file, look -> sums.forEach(level -> level.add(look)));
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

    void add(Scrape look) {
      window.add(look);
      whole.add(look);
      if (drawn.holds(look)) {
        for (EngineMetric metric : EngineMetric.values()) {
          if (whole.tells(look.source(), metric)) {
            traces
                .computeIfAbsent(metric, _ -> new BoundedTrace())
                .add(look.atNanos(), whole.now(metric));
          }
        }
      }
    }

    LevelMetrics metrics() {
      Map<EngineMetric, List<LevelMetrics.Point>> drawnPoints = new EnumMap<>(EngineMetric.class);
      traces.forEach((metric, trace) -> drawnPoints.put(metric, trace.points()));
      MetricsSummary counts = whole.summary();
      return new LevelMetrics(window.summary(), counts, looksAround(counts), drawnPoints);
    }

    private boolean looksAround(MetricsSummary counts) {
      return counts.sources().stream()
          .map(MetricsSummary.Source::address)
          .filter(page -> COUNTS.stream().anyMatch(metric -> whole.tells(page, metric)))
          .allMatch(page -> edges.found(level, page));
    }
  }
}
