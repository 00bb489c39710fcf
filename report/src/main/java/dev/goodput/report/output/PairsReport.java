package dev.goodput.report.output;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.comparison.ComparisonDocument;
import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.comparison.ComparisonSentences;
import dev.goodput.report.comparison.ComparisonSummary;
import dev.goodput.report.comparison.PairsPage;
import dev.goodput.report.terminal.SummaryText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The report of a comparison. It has no list of requests: each side's run has its own.
///
/// @param in what it is made of
public record PairsReport(ComparisonInput in) implements Report {
  @Override
  public Path dir() {
    return in.dir();
  }

  @Override
  public Conclusion conclusion() {
    return in.conclusion();
  }

  @Override
  public Optional<String> exitReason() {
    return in.conclusion() == Conclusion.GOOD
        ? Optional.empty()
        : Optional.of(new ComparisonSentences(in).verdicts().getFirst().sentence());
  }

  @Override
  public Report withLosses(List<String> more) {
    return new PairsReport(in.withLosses(more));
  }

  @Override
  public String json() {
    return ComparisonDocument.json(in);
  }

  @Override
  public String text(int columns, boolean colour, Optional<Path> page) {
    return SummaryText.render(new ComparisonSummary(in).summary(), columns, colour, page);
  }

  @Override
  public void write(Form form, Path file) {
    switch (form) {
      case DOCUMENT -> ReportFile.write(file, ComparisonDocument.json(in));
      case PAGE -> ReportFile.write(file, PairsPage.html(in));
      case CSV, JSONL -> {
        // Each side's run has them.
      }
      case SUMMARY ->
          ReportFile.write(file, MarkdownSummary.markdown(new ComparisonSummary(in).summary()));
      case JUNIT -> ReportFile.write(file, JunitXml.xml(new ComparisonSummary(in).summary()));
    }
  }
}
