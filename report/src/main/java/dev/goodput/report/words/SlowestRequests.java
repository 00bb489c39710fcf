package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.portrait.LevelChartData;
import dev.goodput.metrics.portrait.LevelChartData.Row;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Window;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.ReportInput;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Names the requests that missed a bound by most, so that someone can look for them in the
/// server's log: `ok` ones of the sample, as the table's figures are of these.
final class SlowestRequests {
  private static final int NAMED = 3;

  private SlowestRequests() {}

  /// Part of a sentence: `slowest TTFT: requests 147 (2.64 s), …`. Empty where no answer is outside
  /// the bound, of a metric that a timeline row does not hold, and where the slowest is not among
  /// the rows: of a long run there is but a part of them.
  static String sentence(ReportInput in, LevelResult level, Bound bound) {
    LatencyMetric metric = bound.metric();
    List<Row> rows =
        in.portrait().levels().stream()
            .filter(drawn -> drawn.level() == level.level())
            .map(LevelChartData::rows)
            .flatMap(List::stream)
            .filter(row -> row.outcome().equals("ok") && within(level.window(), row))
            .filter(row -> nanos(row, metric) > bound.thresholdNanos())
            .sorted(Comparator.comparingDouble((Row row) -> -nanos(row, metric)))
            .limit(NAMED)
            .toList();
    if (rows.isEmpty() || !isMost(nanos(rows.getFirst(), metric), of(level, metric))) {
      return "";
    }
    return rows.stream()
        .map(row -> row.id() + " (" + Figures.duration(nanos(row, metric) / 1e6) + ")")
        .collect(
            Collectors.joining(
                ", ",
                "slowest " + metric.name() + (rows.size() == 1 ? ": request " : ": requests "),
                ""));
  }

  private static boolean within(Window window, Row row) {
    return row.startNanos() >= window.beginNanos() && row.startNanos() <= window.endNanos();
  }

  private static boolean isMost(double nanos, @Nullable Distribution all) {
    return all != null
        && all.max() != null
        && Figures.duration(nanos / 1e6).equals(Figures.duration(all.max()));
  }

  private static @Nullable Distribution of(LevelResult level, LatencyMetric metric) {
    return switch (metric) {
      case TTFT, TPOT, E2EL -> level.latencies().of(metric);
      default -> null; // a row does not hold what they are made of
    };
  }

  /// NaN where the request has no such figure.
  private static double nanos(Row row, LatencyMetric metric) {
    Long first = row.cameWhole() ? null : row.firstTokenNanos();
    Long last = row.lastTokenNanos();
    return switch (metric) {
      case TTFT -> first == null ? Double.NaN : first - row.startNanos();
      case TPOT ->
          first == null || last == null || row.streamedTokens() < 2
              ? Double.NaN
              : (double) (last - first) / (row.streamedTokens() - 1);
      case E2EL -> last == null ? Double.NaN : last - row.startNanos();
      default -> Double.NaN;
    };
  }
}
