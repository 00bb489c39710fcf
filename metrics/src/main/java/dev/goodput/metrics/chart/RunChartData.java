package dev.goodput.metrics.chart;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The chart data of a run.
///
/// @param levels one per load level, in order
public record RunChartData(List<LevelChartData> levels) {
  /// Copies the list.
  public RunChartData {
    levels = List.copyOf(levels);
  }

  /// Reads the log once more, with the result of its analysis by the same options.
  public static RunChartData of(LogSource log, RunResult result, AnalysisOptions options) {
    SortedMap<Integer, LevelChartDataBuilder> painters = new TreeMap<>();
    result
        .levels()
        .forEach(level -> painters.put(level.level(), new LevelChartDataBuilder(level, options)));
    log.read(entry -> {
      LevelChartDataBuilder painter = painters.get(entry.level());
      if (painter != null && entry instanceof RequestRecord request) {
        painter.add(request);
      }
    });
    return new RunChartData(painters.values().stream().map(LevelChartDataBuilder::build).toList());
  }
}
