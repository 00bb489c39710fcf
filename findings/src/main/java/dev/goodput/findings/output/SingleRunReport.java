package dev.goodput.findings.output;

import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.RequestRows;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.model.Form;
import dev.goodput.report.model.Verdict;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.quality.RunTexts;
import dev.goodput.report.terminal.TerminalReport;
import dev.goodput.report.words.RunText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The report of a run.
///
/// @param in what it is made of
public record SingleRunReport(ReportInput in) implements Report {
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
    return RunText.conclusion(in).map(Verdict::sentence);
  }

  @Override
  public Report withLosses(List<String> more) {
    return new SingleRunReport(in.withLosses(more));
  }

  @Override
  public Report redacted(List<RunDirectory> runs) {
    return new RedactedReport(new SingleRunReport(RunTexts.hidden(in)), Redaction.of(runs));
  }

  @Override
  public String json() {
    return ResultDocument.json(in);
  }

  @Override
  public String text(int columns, boolean colour, Optional<Path> page) {
    return TerminalReport.render(in, columns, colour, page);
  }

  @Override
  public void write(Form form, Path file) {
    switch (form) {
      case DOCUMENT -> ReportFile.write(file, ResultDocument.json(in));
      case PAGE -> ReportFile.write(file, HtmlReport.html(in));
      case CSV -> RequestRows.csv(in, file);
      case JSONL -> RequestRows.jsonl(in, file);
      case SUMMARY -> ReportFile.write(file, MarkdownSummary.markdown(in));
      case JUNIT -> ReportFile.write(file, JunitXml.xml(in));
    }
  }
}
