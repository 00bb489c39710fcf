package dev.goodput.report.terminal;

import dev.goodput.metrics.hop.Delays;
import dev.goodput.report.Experiment;
import dev.goodput.report.hop.HopInput;
import dev.goodput.report.hop.HopSentences;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LineWrap;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was found of a proxy as text: the verdict, each duty, then what it adds in time.
public final class HopText {
  private static final int LEAST = 60;
  private static final int MOST = 160;
  private static final int NAME = 17;
  private static final int CELL = 12;
  private static final int RANGE = 26;
  private static final int LABEL = 9;

  private final HopInput in;
  private final HopSentences words;
  private final AnsiColors paint;
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  private HopText(HopInput in, int columns, boolean colour) {
    this.in = in;
    this.words = new HopSentences(in);
    this.columns = Math.clamp(columns, LEAST, MOST);
    this.paint = new AnsiColors(colour);
  }

  /// The whole result.
  ///
  /// @param columns the terminal's width; at least 60 are used and at most 160
  /// @param page where the page lies, empty where there is none
  public static String render(HopInput in, int columns, boolean colour, Optional<Path> page) {
    return new HopText(in, columns, colour).text(page);
  }

  private String text(Optional<Path> page) {
    lines.add(paint.bold("goodput hop"));
    labelled("direct", in.result().direct());
    labelled("via", in.result().via());
    lines.add("");
    verdict(words.verdict());
    lines.add("");
    words.duties().forEach(this::verdict);
    lines.add("");
    delays(in.result().delays());
    in.notes().forEach(note -> labelled("note", note));
    page.ifPresent(file -> labelled("report", file.toString()));
    Experiment.Next next = words.next();
    lines.addAll(NextLines.of(paint, next.command(), next.question(), columns));
    return String.join("\n", lines) + "\n";
  }

  private void verdict(Verdict verdict) {
    Verdict plain =
        new Verdict(
            verdict.tone(),
            verdict.title(),
            SafeText.text(verdict.text()),
            SafeText.text(verdict.more()));
    lines.addAll(paint.verdict(plain, columns));
  }

  private void delays(Delays delays) {
    if (delays.added().isEmpty()) {
      return;
    }
    lines.add(
        paint.bold(
            " "
                + Columns.left(Figures.counted(delays.pairs(), "pair"), NAME)
                + Columns.right("direct", CELL)
                + Columns.right("via", CELL)
                + Columns.right("added", CELL)
                + Columns.right("95 % interval", RANGE)));
    delays.added().forEach(each -> lines.add(row(each)));
    lines.add("");
  }

  private static String row(Delays.Added each) {
    String range =
        HopSentences.added(each.lowMillis()) + " to " + HopSentences.added(each.highMillis());
    return " "
        + Columns.left(each.figure().title(), NAME)
        + Columns.right(Figures.duration(each.directMillis()), CELL)
        + Columns.right(Figures.duration(each.viaMillis()), CELL)
        + Columns.right(HopSentences.added(each.addedMillis()), CELL)
        + Columns.right(range, RANGE);
  }

  private void labelled(String label, String text) {
    List<String> wrapped = LineWrap.lines(SafeText.text(text), columns - LABEL);
    lines.add(" " + paint.bold(Columns.left(label, LABEL - 1)) + wrapped.getFirst());
    wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(LABEL) + line));
  }
}
