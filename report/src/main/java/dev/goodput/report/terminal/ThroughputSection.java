package dev.goodput.report.terminal;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Reading;
import dev.goodput.report.ReportInput;
import dev.goodput.report.words.CostText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.GoodputTable;
import dev.goodput.report.words.GoodputText;
import dev.goodput.report.words.LineWrap;
import dev.goodput.report.words.LoadText;
import dev.goodput.report.words.Method;
import dev.goodput.report.words.RateText;
import dev.goodput.report.words.Ratings;
import dev.goodput.report.words.ServerText;
import dev.goodput.report.words.TokenText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the machine did: load, throughput, goodput, reading, tokens, counts, cost.
final class ThroughputSection {
  private static final int LABEL = 14;

  private final ReportInput in;
  private final LevelResult level;
  private final AnsiColors paint;
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  ThroughputSection(ReportInput in, LevelResult level, AnsiColors paint, int columns) {
    this.in = in;
    this.level = level;
    this.paint = paint;
    this.columns = columns;
  }

  List<String> lines() {
    add("load", LoadText.parts(in, level));
    add("throughput", RateText.parts(level));
    add("goodput", GoodputText.parts(level));
    GoodputTable.base(in, level)
        .map(base -> LineWrap.lines(base, columns - LABEL))
        .ifPresent(
            wrapped -> wrapped.forEach(line -> lines.add(" ".repeat(LABEL) + paint.faint(line))));
    add("reading", reading(level.reading()));
    String tokens = TokenText.sentence(level);
    add("tokens", tokens.isEmpty() ? List.of() : List.of(tokens));
    add("requests", Method.requests(level));
    add("server", in.servers().of(level).map(ServerText::parts).orElse(List.of()));
    add("cost", CostText.parts(level));
    return lines;
  }

  private void add(String label, List<String> parts) {
    if (parts.isEmpty()) {
      return;
    }
    List<String> packed = Columns.pack(parts, columns - LABEL);
    lines.add(" " + paint.bold(Columns.left(label, LABEL - 1)) + packed.getFirst());
    packed.stream().skip(1).forEach(line -> lines.add(" ".repeat(LABEL) + line));
  }

  private List<String> reading(@Nullable Reading reading) {
    List<String> parts = new ArrayList<>();
    if (reading != null && level.requests().ok() > 0) {
      Double stalled = Ratings.startsInTime(level) ? reading.noticeableShare() : null;
      String pace = Figures.plain(reading.paceTps());
      Double smooth = stalled == null ? null : Double.valueOf(1 - stalled);
      share("", smooth, readers() + pace + " tok/s would notice", parts);
      put("", reading.surplusSpeed(), " × reading speed", parts);
    }
    return parts;
  }

  private String readers() {
    boolean all = level.requests().failed() == 0;
    if (level.lost()) {
      return (level.cameWhole() > 0 ? " of the streams in the log" : " of the answers in the log")
          + " came without a pause that a reader at ";
    }
    if (level.cameWhole() > 0) {
      return all
          ? " of the streamed answers came without a pause that a reader at "
          : " of the requests, those answered whole and their part of the failures aside, got an"
              + " answer without a pause that a reader at ";
    }
    return all
        ? " of answers came without a pause that a reader at "
        : " of the requests got an answer without a pause that a reader at ";
  }

  private static void put(String before, @Nullable Double value, String unit, List<String> parts) {
    if (value != null) {
      parts.add(before + Figures.number(value) + unit);
    }
  }

  private static void share(
      String before, @Nullable Double value, String after, List<String> parts) {
    if (value != null) {
      parts.add(before + Figures.share(value) + after);
    }
  }
}
