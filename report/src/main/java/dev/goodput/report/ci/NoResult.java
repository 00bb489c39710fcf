package dev.goodput.report.ci;

import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.MarkdownSummary.Markdown;
import dev.goodput.report.model.Check;
import dev.goodput.report.model.Form;
import java.nio.file.Path;
import java.util.List;

/// The files for CI jobs of a bench that ended before there was a result: they contain the reason
/// instead of an earlier run's result.
///
/// @param title what is missing, in two or three words
/// @param reason why it ended, in one line
/// @param exitCode the exit code of the process
public record NoResult(String title, String reason, int exitCode) {

  /// Writes a form for CI jobs; there is nothing to write for the other forms.
  ///
  /// @throws java.io.UncheckedIOException with the reason if the file cannot be written
  public void write(Form form, Path file) {
    switch (form) {
      case JUNIT -> ReportFile.write(file, xml());
      case SUMMARY -> ReportFile.write(file, markdown());
      default -> {}
    }
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
