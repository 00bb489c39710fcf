package dev.goodput.report.terminal;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.TextLayout;
import dev.goodput.report.words.Verdicts.LevelVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Several load levels: a row each, a small drawing per column, the best that meets the SLO marked.
final class LevelTable {
  private static final int CELL = 10;
  private static final String MAXIMUM = "^";
  private static final String WHOLE_RUN = "*";
  private static final int VERDICT = "  ✘ misses (cut)".length();

  private record Column(
      String name,
      Function<LevelResult, @Nullable Double> value,
      Function<LevelResult, String> cell) {}

  private final ReportInput in;
  private final AnsiColors paint;
  private final List<Column> shown;
  private final List<String> names;
  private final int name;

  LevelTable(ReportInput in, AnsiColors paint, int columns) {
    this.in = in;
    this.paint = paint;
    this.shown = columns >= 120 ? wide() : narrow();
    this.names = names(in, columns - 1 - CELL * shown.size() - VERDICT);
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
            fits || load.rateAsked() == null
                ? LevelName.of(load)
                : LevelName.of(load).substring(load.arrivals().length() + 1))
        .map(text -> TextLayout.cut(text, room))
        .toList();
  }

  // At 80 columns the medians give way: p95 is what SLOs bound.
  private static List<Column> narrow() {
    return List.of(
        rate("req/s", level -> level.rates().rps()),
        rate("out tok/s", level -> level.rates().outputTps()),
        p95("TTFT p95", level -> level.latencies().ttft()),
        p95("TPOT p95", level -> level.latencies().tpot()),
        share("attained", LevelFigures::attainment));
  }

  private static List<Column> wide() {
    List<Column> all = new ArrayList<>(narrow());
    all.add(2, p50("TTFT p50", level -> level.latencies().ttft()));
    all.add(4, p50("TPOT p50", level -> level.latencies().tpot()));
    all.add(6, p95("E2EL p95", level -> level.latencies().e2el()));
    all.add(share("failed", LevelResult::judgedErrorRate));
    return all;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder head =
        new StringBuilder(" " + TextLayout.left(in.repeats().isPresent() ? "run" : "load", name));
    shown.forEach(column -> head.append(TextLayout.right(column.name(), CELL)));
    lines.add(paint.bold(head + "  verdict"));
    List<LevelResult> levels = in.result().levels();
    for (int at = 0; at < levels.size(); at++) {
      lines.add(row(levels.get(at), names.get(at)));
    }
    if (levels.stream().filter(LevelResult::whole).count() > 1) {
      StringBuilder sparks = new StringBuilder(" " + TextLayout.left("", name));
      shown.forEach(column -> sparks.append(TextLayout.right(spark(column), CELL)));
      lines.add(paint.accent(sparks.toString().stripTrailing()));
    }
    if (lines.stream().anyMatch(line -> line.contains(MAXIMUM))) {
      lines.add(paint.faint(" ^ the maximum: too few requests for this percentile"));
    }
    if (levels.stream().anyMatch(LevelTable::starred)) {
      lines.add(paint.faint(" * of the whole run: the window is shorter than twice the mean E2EL"));
    }
    return lines;
  }

  private String row(LevelResult level, String called) {
    StringBuilder line = new StringBuilder(" " + TextLayout.left(called, name));
    for (Column column : shown) {
      line.append(TextLayout.right(column.cell().apply(level), CELL));
    }
    return line + "  " + verdict(level) + (in.isBest(level) ? paint.bold(" ◂ best") : "");
  }

  private String verdict(LevelResult level) {
    LevelVerdict verdict = LevelVerdict.of(in, level);
    boolean plain = verdict.tone() == Severity.PLAIN;
    return plain
        ? verdict.text()
        : paint.tone(verdict.tone(), verdict.tone().sign() + " " + verdict.text());
  }

  // What is of less than was asked for is not drawn beside what was.
  private String spark(Column column) {
    List<@Nullable Double> values = new ArrayList<>();
    for (LevelResult level : in.result().levels()) {
      values.add(level.whole() ? column.value().apply(level) : null);
    }
    return Sparkline.of(values);
  }

  private static boolean starred(LevelResult level) {
    return level.window().ratesOfWholeRun() && level.rates().rps() != null;
  }

  private static Column rate(String name, Function<LevelResult, @Nullable Double> value) {
    Function<LevelResult, String> cell =
        level -> {
          Double rate = value.apply(level);
          boolean whole = rate != null && level.window().ratesOfWholeRun();
          return shown(rate, Figures::number) + (whole ? WHOLE_RUN : "");
        };
    return new Column(name, value, cell);
  }

  private static Column share(String name, Function<LevelResult, @Nullable Double> value) {
    return new Column(name, value, level -> shown(value.apply(level), Figures::share));
  }

  private static String shown(@Nullable Double value, Function<Double, String> format) {
    return value == null ? "n/a" : format.apply(value);
  }

  private static Column p50(String name, Function<LevelResult, @Nullable Distribution> latency) {
    return latency(name, latency, Distribution::p50);
  }

  private static Column p95(String name, Function<LevelResult, @Nullable Distribution> latency) {
    return latency(name, latency, Distribution::p95);
  }

  // Where there are too few requests for the percentile the maximum stands for it, and says so.
  private static Column latency(
      String name,
      Function<LevelResult, @Nullable Distribution> latency,
      Function<Distribution, @Nullable Double> percentile) {
    Function<LevelResult, @Nullable Double> value =
        level -> {
          Distribution values = latency.apply(level);
          if (values == null) {
            return null;
          }
          Double found = percentile.apply(values);
          return found == null ? values.max() : found;
        };
    Function<LevelResult, String> cell =
        level -> {
          Distribution values = latency.apply(level);
          boolean most = values != null && percentile.apply(values) == null && values.max() != null;
          return shown(value.apply(level), Figures::duration) + (most ? MAXIMUM : "");
        };
    return new Column(name, value, cell);
  }
}
