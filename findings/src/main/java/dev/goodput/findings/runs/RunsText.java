package dev.goodput.findings.runs;

import dev.goodput.history.StoredResult;
import dev.goodput.history.StoredRun;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The text of stored runs for people: one row per run. On a narrow terminal a second line holds
/// what does not fit into the row.
public final class RunsText {
  private static final int WIDE = 150;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

  private final RunList list;
  private final List<Column> columns;
  private final boolean wide;
  private final StringBuilder text = new StringBuilder();

  private RunsText(RunList list, int width) {
    this.list = list;
    this.wide = width >= WIDE;
    this.columns = wide ? wide() : narrow();
  }

  /// Returns the listing.
  ///
  /// @param width the width of the terminal
  public static String of(RunList list, int width) {
    return new RunsText(list, width).write();
  }

  /// @param width the width of the column; negative for right-aligned figures
  private record Column(String title, int width, Function<ListedRun, String> cell) {}

  private static List<Column> narrow() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("run", 26, each -> each.run().directory()));
    columns.add(new Column("load", 12, ListedRun::load));
    figures(columns, 8);
    columns.add(new Column("verdict", 12, ListedRun::verdict));
    return columns;
  }

  private static List<Column> wide() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("started", 16, each -> started(each.run())));
    columns.add(new Column("run", 32, each -> each.run().directory()));
    columns.add(new Column("workload", 18, each -> fact(each, "run.workload")));
    columns.add(new Column("model", 18, each -> fact(each, "target.model")));
    columns.add(new Column("load", 20, ListedRun::load));
    figures(columns, 9);
    columns.add(new Column("verdict", 16, ListedRun::verdict));
    return columns;
  }

  private static void figures(List<Column> columns, int width) {
    columns.add(new Column("TTFT p95", -width, duration(StoredResult.Level::ttftP95Millis)));
    columns.add(new Column("TPOT p95", -width, duration(StoredResult.Level::tpotP95Millis)));
    columns.add(new Column("out/s", -7, figure(StoredResult.Level::outputTps, Figures::number)));
  }

  private static Function<ListedRun, String> duration(
      Function<StoredResult.Level, @Nullable Double> value) {
    return figure(value, Figures::duration);
  }

  private static Function<ListedRun, String> figure(
      Function<StoredResult.Level, @Nullable Double> value, Function<Double, String> words) {
    return each ->
        each.shown()
            .map(level -> {
              Double found = value.apply(level);
              return found == null ? "n/a" : words.apply(found);
            })
            .orElse("");
  }

  private String write() {
    line("goodput runs   " + count());
    if (!list.runs().isEmpty()) {
      line("");
      line(row(column -> column.title()));
    }
    for (ListedRun each : list.runs()) {
      line(row(column -> column.cell().apply(each)));
      below(each);
    }
    if (!list.runs().isEmpty()) {
      line("");
      line(" out/s: output tokens/s · of several levels the best, of repeats the median run");
    }
    notRuns();
    return text.toString();
  }

  private String count() {
    if (list.all() == 0) {
      return "no runs in " + list.root() + "; goodput bench makes one";
    }
    int shown = list.runs().size();
    String of = shown == list.all() ? "" : Figures.count(shown) + " of ";
    return of + Figures.counted(list.all(), "run") + " in " + list.root();
  }

  private String row(Function<Column, String> cell) {
    return " "
        + columns.stream()
            .map(column -> fit(SafeText.text(cell.apply(column)), column.width()))
            .collect(Collectors.joining(" "))
            .stripTrailing();
  }

  private static String fit(String cell, int width) {
    int room = Math.abs(width);
    String cut = cell.length() <= room ? cell : cell.substring(0, room - 1) + "…";
    return ("%" + (width < 0 ? "" : "-") + room + "s").formatted(cut);
  }

  private void below(ListedRun each) {
    StoredRun run = each.run();
    List<String> parts = new ArrayList<>();
    if (run.name() != null) {
      parts.add("named " + run.name());
    }
    run.baselines().forEach(baseline -> parts.add("baseline " + baseline));
    run.link().ifPresent(to -> parts.add("a link to " + to));
    if (!run.id().equals(run.directory())) {
      parts.add("measured as " + run.id());
    }
    if (!wide) {
      parts.add(started(run));
      parts.add(fact(each, "run.workload"));
      parts.add(fact(each, "target.model"));
    }
    if (!each.result().problem().isEmpty()) {
      parts.add(each.result().problem());
    }
    parts.removeIf(String::isBlank);
    if (!parts.isEmpty()) {
      TextLayout.lines(SafeText.text(String.join(" · ", parts)), 76)
          .forEach(part -> line("   " + part));
    }
  }

  private void notRuns() {
    if (!list.notRuns().isEmpty()) {
      line("");
      line(" not listed");
    }
    list.notRuns()
        .forEach((path, reason) ->
            TextLayout.lines(SafeText.text(path.getFileName() + ": " + reason), 77)
                .forEach(part -> line("  " + part)));
  }

  static String started(StoredRun run) {
    return run.started().map(TIME::format).orElse("");
  }

  private static String fact(ListedRun each, String key) {
    return each.run().fact(key).map(SafeText::shortened).orElse("");
  }

  private void line(String line) {
    text.append(line).append(System.lineSeparator());
  }
}
