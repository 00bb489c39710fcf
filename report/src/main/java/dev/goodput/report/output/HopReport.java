package dev.goodput.report.output;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.hop.HopDocument;
import dev.goodput.report.hop.HopInput;
import dev.goodput.report.hop.HopPage;
import dev.goodput.report.hop.HopSentences;
import dev.goodput.report.terminal.SummaryText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The report of a proxy check. It has no list of requests: each side's run has its own.
///
/// @param in what it is made of
public record HopReport(HopInput in) implements Report {
  @Override
  public Path dir() {
    return in.dir();
  }

  @Override
  public String page() {
    return "hop.html";
  }

  @Override
  public Conclusion conclusion() {
    return in.result().conclusion();
  }

  @Override
  public Optional<String> exitReason() {
    return conclusion() == Conclusion.GOOD
        ? Optional.empty()
        : Optional.of(new HopSentences(in).verdict().sentence());
  }

  @Override
  public Report withLosses(List<String> more) {
    return new HopReport(in.withLosses(more));
  }

  @Override
  public String json() {
    return HopDocument.json(in);
  }

  @Override
  public String text(int columns, boolean colour, Optional<Path> page) {
    return SummaryText.render(new HopSentences(in).summary(), columns, colour, page);
  }

  @Override
  public void write(Form form, Path file) {
    switch (form) {
      case DOCUMENT -> ReportFile.write(file, HopDocument.json(in));
      case PAGE -> ReportFile.write(file, HopPage.html(in));
      case CSV, JSONL -> {
        // Each side's run has them.
      }
      case SUMMARY ->
          ReportFile.write(file, MarkdownSummary.markdown(new HopSentences(in).summary()));
      case JUNIT -> ReportFile.write(file, JunitXml.xml(new HopSentences(in).summary()));
    }
  }
}
