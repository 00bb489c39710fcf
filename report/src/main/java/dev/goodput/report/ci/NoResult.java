package dev.goodput.report.ci;

import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.MarkdownSummary.Markdown;
import dev.goodput.report.model.Check;
import java.nio.file.Path;
import java.util.List;

/// The files for continuous integration of a bench that ended before there was a result: a job that
/// reads them finds why, and not what an earlier run left.
///
/// @param title what there is not, in two or three words
/// @param reason what ended it, in one clear line
/// @param exitCode what the process ends with
public record NoResult(String title, String reason, int exitCode) {

  /// Writes a JUnit report of one case, which is an error.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void writeJunit(Path file) {
    ReportFile.write(file, xml());
  }

  /// Writes a summary in Markdown.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public void writeSummary(Path file) {
    ReportFile.write(file, markdown());
  }

  String markdown() {
    return "## goodput: "
        + title
        + "\n\n❌ "
        + Markdown.escape(reason)
        + " (exit code "
        + exitCode
        + ")\n";
  }

  String xml() {
    Check result = new Check("a result", Check.Outcome.ERROR, "exit code " + exitCode, reason);
    return JunitXml.document(
        "goodput", List.of(new JunitXml.Suite("the run", "goodput", List.of(result))));
  }
}
