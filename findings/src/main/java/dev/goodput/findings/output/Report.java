package dev.goodput.findings.output;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.model.Form;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A report in each of its forms: of a run, of a comparison of two, or of a proxy check.
public interface Report {
  /// Returns the directory that holds the measurement.
  Path dir();

  /// Returns the name of the page in that directory.
  default String page() {
    return "report.html";
  }

  /// Returns the conclusion.
  Conclusion conclusion();

  /// Returns why the conclusion is not good, in one sentence; empty if it is good.
  Optional<String> exitReason();

  /// Returns this report with notes on what could not be stored.
  ///
  /// @param more one sentence for each loss
  Report withLosses(List<String> more);

  /// Returns this report without addresses, host names, local paths, prompts and answers.
  ///
  /// @param runs the runs that it was made of
  default Report redacted(List<RunDirectory> runs) {
    return new RedactedReport(this, Redaction.of(runs));
  }

  /// Returns the result document.
  String json();

  /// Returns the text for a terminal.
  ///
  /// @param page path of the page; empty if there is none
  String text(int columns, boolean colour, Optional<Path> page);

  /// Writes one form, replacing what was there. A form that this report does not have is skipped.
  ///
  /// @throws java.io.UncheckedIOException a file that cannot be written, with the reason
  void write(Form form, Path file);
}
