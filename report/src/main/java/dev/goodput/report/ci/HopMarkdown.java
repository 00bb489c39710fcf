package dev.goodput.report.ci;

import dev.goodput.metrics.hop.Delays;
import dev.goodput.report.ReportFile;
import dev.goodput.report.hop.HopInput;
import dev.goodput.report.hop.HopSentences;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Verdict;
import java.nio.file.Path;

/// What was found of a proxy, for a job's page: the verdict, each duty, what it adds in time.
public final class HopMarkdown {
  private HopMarkdown() {}

  /// Writes it to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(HopInput in, Path file) {
    ReportFile.write(file, markdown(in));
  }

  /// As text.
  public static String markdown(HopInput in) {
    HopSentences words = new HopSentences(in);
    StringBuilder text = new StringBuilder("## goodput hop\n\n");
    text.append(escape(in.result().via() + " in front of " + in.result().direct())).append("\n\n");
    verdict(words.verdict(), text);
    words.duties().forEach(each -> verdict(each, text));
    text.append("\n| | direct | via | added | 95 % interval |\n|---|--:|--:|--:|--:|\n");
    for (Delays.Added each : in.result().delays().added()) {
      text.append(
          "| %s | %s | %s | %s | %s to %s |\n"
              .formatted(
                  each.figure().title(),
                  Figures.duration(each.directMillis()),
                  Figures.duration(each.viaMillis()),
                  HopSentences.added(each.addedMillis()),
                  HopSentences.added(each.lowMillis()),
                  HopSentences.added(each.highMillis())));
    }
    in.notes().forEach(note -> text.append("\n- ").append(escape(note)));
    return text.append('\n').toString();
  }

  private static void verdict(Verdict verdict, StringBuilder text) {
    String more = verdict.more().isEmpty() ? "" : " (" + verdict.more() + ")";
    text.append("- ")
        .append(MarkdownSummary.sign(verdict.tone()))
        .append(" **")
        .append(escape(verdict.title()))
        .append("**: ")
        .append(escape(verdict.text() + more))
        .append('\n');
  }

  private static String escape(String text) {
    return MarkdownSummary.escape(text);
  }
}
