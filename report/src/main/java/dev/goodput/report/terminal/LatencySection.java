package dev.goodput.report.terminal;

import dev.goodput.metrics.chart.LevelChartData;
import dev.goodput.metrics.chart.LevelChartData.LogHistogram;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Latencies;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rating;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.Ratings;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What users felt: one row per latency, percentiles and mean side by side.
final class LatencySection {
  private static final int NAME = 13;
  private static final int CELL = 9;
  private static final int RATING = 12;
  private static final int WIDE = 110;

  private final ReportInput in;
  private final LevelResult level;
  private final AnsiColors paint;
  private final int columns;
  private final boolean wide;
  private final List<String> lines = new ArrayList<>();
  private boolean dashes;

  LatencySection(ReportInput in, LevelResult level, AnsiColors paint, int columns) {
    this.in = in;
    this.level = level;
    this.paint = paint;
    this.columns = columns;
    this.wide = columns >= WIDE;
  }

  /// @param named whether the load level has to be named, as there are several
  List<String> lines(boolean named) {
    header(named ? LevelName.at(in, level) : "");
    Latencies all = level.latencies();
    row("TTFT", all.ttft(), Ratings.ttft(level), LevelChartData::ttft);
    if (showsAnswer()) {
      row("first answer", all.of(LatencyMetric.FIRST_ANSWER));
    }
    row("TPOT", all.tpot(), Ratings.tpot(level), LevelChartData::tpot);
    row("ITL", all.itl());
    if (showsGap()) {
      row("chunk gap", all.of(LatencyMetric.CHUNK_GAP), null, LevelChartData::chunkGap);
    }
    row("E2EL", all.e2el(), Ratings.e2el(level), LevelChartData::e2el);
    turns();
    if (dashes) {
      lines.add(paint.faint(" – too few requests for this percentile; the maximum replaces it"));
    }
    return lines;
  }

  private void turns() {
    LevelResult.Turns turns = level.turns();
    if (turns != null) {
      row("TTFT turn 1", turns.firstTtftMs());
      row("TTFT later", turns.laterTtftMs());
      row("session", turns.sessionMs());
    }
  }

  // A name that reaches into the first column has a line of its own.
  private void header(String where) {
    StringBuilder line = new StringBuilder();
    for (String name : names()) {
      line.append(TextLayout.right(name, CELL));
    }
    String label = " " + where;
    boolean fits = label.length() < NAME + CELL - names().getFirst().length();
    if (!fits) {
      lines.add(label);
    }
    String columnNames = " ".repeat(NAME) + line + (wide ? "   p95 feels" : "");
    lines.add(paint.faint(fits ? label + columnNames.substring(label.length()) : columnNames));
  }

  private List<String> names() {
    return wide
        ? List.of("p50", "p90", "p95", "p99", "p99.9", "max", "mean", "count")
        : List.of("p50", "p90", "p95", "p99", "max", "mean");
  }

  // Reasoning comes before the answer, and users wait for that.
  private boolean showsAnswer() {
    Distribution answer = level.latencies().of(LatencyMetric.FIRST_ANSWER);
    Distribution first = level.latencies().ttft();
    return answer != null && first != null && !Objects.equals(answer.p95OrMax(), first.p95OrMax());
  }

  // Chunks that are not tokens make ITL an estimate, so the gap that users see is shown too.
  private boolean showsGap() {
    Double difference = level.tokens().chunksAgainstUsage();
    return level.latencies().of(LatencyMetric.CHUNK_GAP) != null
        && difference != null
        && Math.abs(difference) > 0.01;
  }

  private void row(String name, @Nullable Distribution values) {
    row(name, values, null, null);
  }

  private void row(
      String name,
      @Nullable Distribution values,
      @Nullable Rating rating,
      @Nullable Function<LevelChartData, LogHistogram> histogram) {
    StringBuilder line = new StringBuilder(" " + TextLayout.left(name, NAME - 1));
    if (values == null) {
      lines.add(line + "  " + Figures.ABSENT);
      return;
    }
    for (String cell : cells(values)) {
      line.append(TextLayout.right(cell, CELL));
    }
    String word = rating == null ? "" : rating.label();
    String pad = " ".repeat(RATING - 2 - Math.min(RATING - 2, word.length()));
    line.append(wide ? "   " : "  ");
    line.append(rating == null ? word : paint.severity(Ratings.severity(rating), word)).append(pad);
    line.append(histogram == null || values.max() == null ? "" : drawing(histogram));
    lines.add(line.toString().stripTrailing());
  }

  private String drawing(Function<LevelChartData, LogHistogram> which) {
    int room = columns - (NAME + CELL * 8 + RATING + 1) - 2;
    if (!wide || room < 12) {
      return "";
    }
    return in.charts().levels().stream()
        .filter(drawn -> drawn.level() == level.level())
        .map(which)
        .filter(histogram -> !histogram.counts().isEmpty())
        .map(histogram -> "  " + paint.accent(Sparkline.of(histogram, Math.min(room, 48))))
        .findFirst()
        .orElse("");
  }

  // If only the mean is known, there are no percentiles.
  private List<String> cells(Distribution values) {
    List<@Nullable Double> percentiles = new ArrayList<>();
    percentiles.add(values.p50());
    percentiles.add(values.p90());
    percentiles.add(values.p95());
    percentiles.add(values.p99());
    if (wide) {
      percentiles.add(values.p999());
    }
    percentiles.add(values.max());
    List<String> cells = new ArrayList<>();
    percentiles.forEach(value -> cells.add(values.max() == null ? "" : cell(value)));
    cells.add(Figures.duration(values.mean()));
    if (wide) {
      cells.add(Figures.count(values.count()));
    }
    return cells;
  }

  private String cell(@Nullable Double value) {
    dashes |= value == null;
    return value == null ? "–" : Figures.duration(value);
  }
}
