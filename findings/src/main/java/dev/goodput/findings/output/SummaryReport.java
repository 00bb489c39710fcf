package dev.goodput.findings.output;

import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.Form;
import dev.goodput.report.model.Summary;
import dev.goodput.report.terminal.SummaryText;
import java.nio.file.Path;
import java.util.Optional;

/// The report of two sides: every form but the document and the page is made from its summary. It
/// has no list of requests: each side's run has its own.
sealed interface SummaryReport extends Report permits PairsReport, HopReport {
  /// Returns the summary.
  Summary summary();

  /// Returns the page.
  String html();

  @Override
  default String text(int columns, boolean colour, Optional<Path> page) {
    return SummaryText.render(summary(), columns, colour, page);
  }

  @Override
  default void write(Form form, Path file) {
    switch (form) {
      case DOCUMENT -> ReportFile.write(file, json());
      case PAGE -> ReportFile.write(file, html());
      case SUMMARY -> ReportFile.write(file, MarkdownSummary.markdown(summary()));
      case JUNIT -> ReportFile.write(file, JunitXml.xml(summary()));
      default -> {
        // Each side's run has the forms that list requests.
      }
    }
  }
}
