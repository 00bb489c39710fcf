package dev.goodput.report.terminal;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.RepeatText;
import dev.goodput.report.words.TextLayout;
import dev.goodput.report.words.Verdicts.LevelVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Several load levels: a row each, the best that meets the SLO marked.
final class LevelTable {
  private static final int CELL = 10;
  private static final int PAIR = 15;
  private static final String MAXIMUM = "^";
  private static final String WHOLE_RUN = "*";
  private static final int VERDICT = "  ✘ misses (cut)".length();

  private record Column(String name, int width, Function<LevelResult, String> cell) {}

  private final ReportInput in;
  private final AnsiColors paint;
  private final List<Column> shown;
  private final List<String> names;
  private final int name;

  LevelTable(ReportInput in, AnsiColors paint, int columns) {
    this.in = in;
    this.paint = paint;
    List<Column> narrow = spaced(in, narrow(true));
    this.shown =
        spaced(in, columns >= 120 ? wide() : fits(columns, narrow) ? narrow : narrow(false));
    this.names = names(in, room(columns, shown));
    this.name = names.stream().mapToInt(String::length).max().orElse(4);
  }

  // Where the room is short what all levels have in common goes first, then the end of the name.
  private static List<String> names(ReportInput in, int room) {
    List<LevelResult> levels = in.result().levels();
    if (in.repeats().isPresent()) {
      return levels.stream().map(level -> LevelName.of(in, level)).toList();
    }
    boolean fits = levels.stream().allMatch(level -> LevelName.of(level.load()).length() <= room);
    return levels.stream()
        .map(LevelResult::load)
        .map(load ->
            fits || load.targetRate() == null
                ? LevelName.of(load)
                : LevelName.of(load).substring(load.arrivals().length() + 1))
        .map(text -> TextLayout.cut(text, room))
        .toList();
  }

  /// Returns the columns, each wide enough for its cells and a space.
  private static List<Column> spaced(ReportInput in, List<Column> columns) {
    return columns.stream()
        .map(column -> {
          int widest =
              in.result().levels().stream()
                  .mapToInt(level -> column.cell().apply(level).length())
                  .max()
                  .orElse(0);
          return new Column(column.name(), Math.max(column.width(), widest + 1), column.cell());
        })
        .toList();
  }

  private boolean fits(int columns, List<Column> shown) {
    return in.result().levels().stream()
        .allMatch(level -> LevelName.of(in, level).length() <= room(columns, shown));
  }

  private static int room(int columns, List<Column> shown) {
    return columns - 1 - VERDICT - shown.stream().mapToInt(Column::width).sum();
  }

  /// @param both whether there is room for the median of TPOT
  private static List<Column> narrow(boolean both) {
    return List.of(
        rate("req/s", 7, level -> level.rates().rps()),
        rate("out tok/s", CELL, level -> level.rates().outputTps()),
        pair("TTFT p50/p95", level -> level.latencies().ttft()),
        both
            ? pair("TPOT p50/p95", level -> level.latencies().tpot())
            : latency("TPOT p95", level -> level.latencies().tpot(), Distribution::p95),
        share("good", 7, LevelFigures::attainment));
  }

  private static List<Column> wide() {
    return List.of(
        rate("req/s", CELL, level -> level.rates().rps()),
        rate("out tok/s", CELL, level -> level.rates().outputTps()),
        latency("TTFT p50", level -> level.latencies().ttft(), Distribution::p50),
        latency("TTFT p95", level -> level.latencies().ttft(), Distribution::p95),
        latency("TPOT p50", level -> level.latencies().tpot(), Distribution::p50),
        latency("TPOT p95", level -> level.latencies().tpot(), Distribution::p95),
        latency("E2EL p95", level -> level.latencies().e2el(), Distribution::p95),
        share("failed", CELL, LevelResult::judgedErrorRate),
        share("good", CELL, LevelFigures::attainment));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder head =
        new StringBuilder(" " + TextLayout.left(in.repeats().isPresent() ? "run" : "load", name));
    shown.forEach(column -> head.append(TextLayout.right(column.name(), column.width())));
    lines.add(paint.bold(head + "  verdict"));
    List<LevelResult> levels = in.result().levels();
    for (int at = 0; at < levels.size(); at++) {
      lines.add(row(levels.get(at), names.get(at)));
    }
    if (lines.stream().anyMatch(line -> line.contains(MAXIMUM))) {
      lines.add(paint.faint(" ^ the maximum: too few requests for this percentile"));
    }
    if (levels.stream().anyMatch(LevelTable::starred)) {
      lines.add(paint.faint(" * of the whole run: the window is shorter than twice the mean E2EL"));
    }
    RepeatText.inDetail(in).ifPresent(run -> lines.add(paint.faint(" figures of one run: " + run)));
    return lines;
  }

  private String row(LevelResult level, String called) {
    StringBuilder line = new StringBuilder(" " + TextLayout.left(called, name));
    for (Column column : shown) {
      line.append(TextLayout.right(column.cell().apply(level), column.width()));
    }
    return line + "  " + verdict(level) + (in.isBest(level) ? paint.bold(" ◂ best") : "");
  }

  private String verdict(LevelResult level) {
    LevelVerdict verdict = LevelVerdict.of(in, level);
    boolean plain = verdict.severity() == Severity.PLAIN;
    return plain
        ? verdict.text()
        : paint.severity(verdict.severity(), verdict.severity().sign() + " " + verdict.text());
  }

  private static boolean starred(LevelResult level) {
    return level.window().ratesOfWholeRun() && level.rates().rps() != null;
  }

  private static Column rate(
      String name, int width, Function<LevelResult, @Nullable Double> value) {
    return new Column(
        name,
        width,
        level -> shown(value.apply(level), Figures::number) + (starred(level) ? WHOLE_RUN : ""));
  }

  private static Column share(
      String name, int width, Function<LevelResult, @Nullable Double> value) {
    return new Column(name, width, level -> shown(value.apply(level), Figures::share));
  }

  private static String shown(@Nullable Double value, Function<Double, String> format) {
    return value == null ? "n/a" : format.apply(value);
  }

  private static Column latency(
      String name,
      Function<LevelResult, @Nullable Distribution> latency,
      Function<Distribution, @Nullable Double> percentile) {
    return new Column(name, CELL, level -> latency(latency.apply(level), percentile));
  }

  /// Median and p95 in one cell, with one unit where both have it: `61.4/118 ms`.
  private static Column pair(String name, Function<LevelResult, @Nullable Distribution> latency) {
    return new Column(
        name,
        PAIR,
        level -> {
          String half = latency(latency.apply(level), Distribution::p50);
          String most = latency(latency.apply(level), Distribution::p95);
          return half.equals(most) ? most : Figures.both(half, "/", most);
        });
  }

  // With too few requests for the percentile, the maximum replaces it, with a label.
  private static String latency(
      @Nullable Distribution values, Function<Distribution, @Nullable Double> percentile) {
    if (values == null) {
      return "n/a";
    }
    Double found = percentile.apply(values);
    boolean most = found == null && values.max() != null;
    return shown(most ? values.max() : found, Figures::duration) + (most ? MAXIMUM : "");
  }
}
