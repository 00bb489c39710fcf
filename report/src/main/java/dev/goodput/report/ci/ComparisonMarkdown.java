package dev.goodput.report.ci;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Difference;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.report.ReportFile;
import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.comparison.ComparisonSentences;
import dev.goodput.report.comparison.PairRow;
import dev.goodput.report.comparison.SideMean;
import java.nio.file.Path;
import java.util.List;

/// A comparison for a job's page: verdicts, a table, and one of fresh pairs.
public final class ComparisonMarkdown {
  private ComparisonMarkdown() {}

  /// Writes it to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ComparisonInput in, Path file) {
    ReportFile.write(file, markdown(in));
  }

  /// As text.
  public static String markdown(ComparisonInput in) {
    StringBuilder text = new StringBuilder();
    line(text, "## goodput " + in.command());
    line(text, "");
    line(text, "A: " + escape(in.a()) + "  ");
    line(text, "B: " + escape(in.b()) + "  ");
    line(text, escape(String.join(" · ", in.parts())));
    line(text, "");
    new ComparisonSentences(in)
        .verdicts()
        .forEach(each ->
            line(
                text,
                "- "
                    + MarkdownSummary.sign(each.tone())
                    + " **"
                    + escape(each.title())
                    + "**: "
                    + escape(
                        each.text() + (each.more().isEmpty() ? "" : " (" + each.more() + ")"))));
    line(text, "");
    table(text, in, in.gate().first(), in.counted());
    GateStage fresh = in.gate().fresh();
    if (fresh != null) {
      line(text, "Fresh pairs:");
      line(text, "");
      table(text, in, fresh, in.again());
    }
    in.notes().forEach(note -> line(text, "- " + escape(note)));
    return text.toString();
  }

  private static void table(
      StringBuilder text, ComparisonInput in, GateStage stage, List<PairRow> rows) {
    line(text, "| metric | A | B | worse by | 95 % interval | |");
    line(text, "|---|--:|--:|--:|--:|---|");
    for (GateStage.Judged each : stage.metrics()) {
      Difference found = each.difference();
      ComparedMetric metric = found.metric();
      boolean gate = in.question() == ComparisonInput.Question.GATE;
      line(
          text,
          "| %s | %s | %s | %s | %s | %s |"
              .formatted(
                  ComparisonSentences.name(metric),
                  ComparisonSentences.figure(metric, SideMean.of(rows, PairRow::a, metric)),
                  ComparisonSentences.figure(metric, SideMean.of(rows, PairRow::b, metric)),
                  ComparisonSentences.change(found),
                  ComparisonSentences.range(found),
                  gate ? each.verdict().word() : ""));
    }
    line(text, "");
  }

  private static String escape(String text) {
    return MarkdownSummary.escape(text);
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
