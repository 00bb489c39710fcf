package dev.goodput.report.terminal;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import dev.goodput.report.words.SloWords;
import dev.goodput.report.words.Tone;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Several load levels: a row each, a small drawing per column, the best that meets the SLO marked.
final class LevelTable {
  private static final int CELL = 10;

  private interface Value {
    @Nullable Double of(LevelResult level);
  }

  private interface Format {
    String of(@Nullable Double value);
  }

  private record Column(String name, Value value, Format format) {}

  private final ReportInput in;
  private final Paint paint;
  private final List<Column> shown;
  private final int name;

  LevelTable(ReportInput in, Paint paint, int columns) {
    this.in = in;
    this.paint = paint;
    this.shown = columns >= 120 ? wide() : narrow();
    this.name =
        in.result().levels().stream()
            .mapToInt(level -> LevelName.of(level.load()).length())
            .max()
            .orElse(4);
  }

  // At 80 columns the medians give way: p95 is what SLOs bound.
  private static List<Column> narrow() {
    return List.of(
        new Column("req/s", level -> level.rates().rps(), LevelTable::figure),
        new Column("out tok/s", level -> level.rates().outputTps(), LevelTable::figure),
        new Column("TTFT p95", level -> p95(level.latencies().ttft()), LevelTable::time),
        new Column("TPOT p95", level -> p95(level.latencies().tpot()), LevelTable::time),
        new Column("attained", LevelTable::attainment, LevelTable::share));
  }

  private static List<Column> wide() {
    List<Column> all = new ArrayList<>(narrow());
    all.add(2, new Column("TTFT p50", level -> p50(level.latencies().ttft()), LevelTable::time));
    all.add(4, new Column("TPOT p50", level -> p50(level.latencies().tpot()), LevelTable::time));
    all.add(6, new Column("E2EL p95", level -> p95(level.latencies().e2el()), LevelTable::time));
    all.add(new Column("failed", level -> level.reliability().errorRate(), LevelTable::share));
    return all;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder(" " + Columns.left("load", name));
    shown.forEach(column -> head.append(Columns.right(column.name(), CELL)));
    lines.add(paint.bold(head + "  verdict"));
    for (LevelResult level : in.result().levels()) {
      lines.add(row(level, in.speaks(level) && Boolean.TRUE.equals(level.sloMet())));
    }
    StringBuilder sparks = new StringBuilder(" " + Columns.left("", name));
    shown.forEach(column -> sparks.append(Columns.right(spark(column), CELL)));
    lines.add(paint.accent(sparks.toString().stripTrailing()));
    return lines;
  }

  private String row(LevelResult level, boolean best) {
    StringBuilder line = new StringBuilder(" " + Columns.left(LevelName.of(level.load()), name));
    for (Column column : shown) {
      line.append(Columns.right(column.format().of(column.value().of(level)), CELL));
    }
    return line + "  " + verdict(level) + (best ? paint.bold(" ◂ best") : "");
  }

  private String verdict(LevelResult level) {
    if (level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return paint.tone(Tone.BAD, Tone.BAD.sign() + " client-bound");
    }
    if (level.sloMet() == null) {
      return "no SLO";
    }
    Tone tone = level.sloMet() ? Tone.GOOD : Tone.BAD;
    return paint.tone(tone, tone.sign() + " " + SloWords.title(in, level).split(" ", 2)[0]);
  }

  private String spark(Column column) {
    List<@Nullable Double> values = new ArrayList<>();
    in.result().levels().forEach(level -> values.add(column.value().of(level)));
    return Spark.of(values);
  }

  private static String figure(@Nullable Double value) {
    return value == null ? "n/a" : Figures.number(value);
  }

  private static String time(@Nullable Double value) {
    return value == null ? "n/a" : Figures.duration(value);
  }

  private static String share(@Nullable Double value) {
    return value == null ? "n/a" : Figures.share(value);
  }

  private static @Nullable Double attainment(LevelResult level) {
    return level.goodput() == null ? null : level.goodput().attainment();
  }

  private static @Nullable Double p50(@Nullable Distribution values) {
    return values == null ? null : values.p50OrMax();
  }

  private static @Nullable Double p95(@Nullable Distribution values) {
    return values == null ? null : values.p95OrMax();
  }
}
