package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.LevelResult.Window;
import dev.goodput.metrics.portrait.LevelPortrait;
import dev.goodput.metrics.portrait.LevelPortrait.Row;
import dev.goodput.metrics.slo.Metric;
import dev.goodput.report.ReportInput;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Names the worst requests of a level, so that someone can look for them in the server's log.
final class Slowest {
  private static final int NAMED = 3;

  private Slowest() {}

  /// Part of a sentence: `slowest: request 147 (TTFT 2.64 s), …`; empty where there is none.
  ///
  /// @param metric by what; end-to-end latency stands for metrics that a timeline row does not hold
  ///   and for a run so long that its timeline holds no more than a part of it. By TTFT an answer
  ///   that came whole stands with its end, as the SLO judges it
  static String sentence(ReportInput in, LevelResult level, Metric metric) {
    List<Row> rows =
        in.portrait().levels().stream()
            .filter(drawn -> drawn.level() == level.level())
            .map(LevelPortrait::rows)
            .flatMap(List::stream)
            .filter(row -> within(level.window(), row))
            .toList();
    boolean complete = rows.size() >= level.requests().intended();
    Metric by = complete && metric == Metric.TTFT ? Metric.TTFT : Metric.E2EL;
    return rows.stream()
        .filter(row -> millis(row, by) != null)
        .sorted(Comparator.comparingDouble((Row row) -> -orZero(millis(row, by))))
        .limit(NAMED)
        .map(row -> named(row, by))
        .collect(Collectors.joining(", ", "slowest " + by.name() + ": requests ", ""))
        .replaceAll("^slowest \\w+: requests $", "");
  }

  private static boolean within(Window window, Row row) {
    return row.startNanos() >= window.beginNanos() && row.startNanos() <= window.endNanos();
  }

  private static String named(Row row, Metric by) {
    boolean whole = by == Metric.TTFT && row.cameWhole();
    return row.id() + " (" + Figures.duration(millis(row, by)) + (whole ? ", whole)" : ")");
  }

  private static @Nullable Double millis(Row row, Metric metric) {
    Long to = metric == Metric.TTFT ? firstWord(row) : row.lastTokenNanos();
    return to == null ? null : Double.valueOf((to - row.startNanos()) / 1e6);
  }

  private static @Nullable Long firstWord(Row row) {
    return row.cameWhole() ? row.endedNanos() : row.firstTokenNanos();
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }
}
