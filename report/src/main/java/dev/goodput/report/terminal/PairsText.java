package dev.goodput.report.terminal;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.report.Experiment;
import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.comparison.ComparisonSentences;
import dev.goodput.report.comparison.PairRow;
import dev.goodput.report.comparison.SideMean;
import dev.goodput.report.words.LineWrap;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.Severity;
import dev.goodput.report.words.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A comparison as text: the verdict, then each metric with the interval of its difference, then
/// what a reader must know and what to do next.
public final class PairsText {
  private static final int LEAST = 60;
  private static final int MOST = 160;
  private static final int NAME = 17;
  private static final int CELL = 10;
  private static final int RANGE = 21;
  private static final int LABEL = 9;

  private final ComparisonInput in;
  private final ComparisonSentences words;
  private final AnsiColors paint;
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  private PairsText(ComparisonInput in, int columns, boolean colour) {
    this.in = in;
    this.words = new ComparisonSentences(in);
    this.columns = Math.clamp(columns, LEAST, MOST);
    this.paint = new AnsiColors(colour);
  }

  /// The whole result.
  ///
  /// @param columns the terminal's width; at least 60 are used and at most 160
  /// @param page where the page lies, empty where there is none
  public static String render(
      ComparisonInput in, int columns, boolean colour, Optional<Path> page) {
    return new PairsText(in, columns, colour).text(page);
  }

  private String text(Optional<Path> page) {
    lines.add(paint.bold("goodput " + in.command()));
    labelled("A", in.a());
    labelled("B", in.b());
    if (!in.parts().isEmpty()) {
      labelled("asked", String.join(" · ", in.parts()));
    }
    lines.add("");
    words.verdicts().forEach(this::verdict);
    lines.add("");
    stage(in.gate().first(), in.counted(), "");
    GateStage fresh = in.gate().fresh();
    if (fresh != null) {
      stage(fresh, in.again(), "fresh ");
    }
    in.notes().forEach(note -> labelled("note", note));
    if (!in.notes().isEmpty()) {
      lines.add("");
    }
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

  private void stage(GateStage stage, List<PairRow> rows, String which) {
    String count = which + (in.paired() ? pairs(rows.size()) : sides(rows));
    lines.add(
        paint.bold(
            " "
                + Columns.left(count, NAME)
                + Columns.right("A", CELL)
                + Columns.right("B", CELL)
                + Columns.right("worse by", CELL)
                + Columns.right("95 % interval", RANGE)));
    for (GateStage.Judged each : stage.metrics()) {
      lines.add(row(each, rows));
    }
    lines.add("");
  }

  private static String sides(List<PairRow> rows) {
    long a = rows.stream().filter(row -> row.a() != null).count();
    return a + " and " + (rows.size() - a) + " runs";
  }

  private static String pairs(int count) {
    return count + (count == 1 ? " pair" : " pairs");
  }

  private String row(GateStage.Judged judged, List<PairRow> rows) {
    Difference found = judged.difference();
    ComparedMetric metric = found.metric();
    String line =
        " "
            + Columns.left(ComparisonSentences.name(metric), NAME)
            + Columns.right(
                ComparisonSentences.figure(metric, SideMean.of(rows, PairRow::a, metric)), CELL)
            + Columns.right(
                ComparisonSentences.figure(metric, SideMean.of(rows, PairRow::b, metric)), CELL)
            + Columns.right(" " + shortened(ComparisonSentences.change(found)), CELL)
            + Columns.right(" " + shortened(ComparisonSentences.range(found)), RANGE);
    return in.question() == ComparisonInput.Question.GATE
        ? line + "  " + word(judged.verdict())
        : line;
  }

  private static String shortened(String change) {
    return change.replace(" points", " pt").replace("none: ", "0: ");
  }

  private String word(GateVerdict verdict) {
    return switch (verdict) {
      case OK -> paint.tone(Severity.GOOD, "✔ ok");
      case REGRESSED -> paint.tone(Severity.BAD, "✘ slower");
      case INCONCLUSIVE -> paint.tone(Severity.WARN, "! unsure");
    };
  }

  private void labelled(String label, String text) {
    List<String> wrapped = LineWrap.lines(SafeText.text(text), columns - LABEL);
    lines.add(" " + paint.bold(Columns.left(label, LABEL - 1)) + wrapped.getFirst());
    wrapped.stream().skip(1).forEach(line -> lines.add(" ".repeat(LABEL) + line));
  }
}
