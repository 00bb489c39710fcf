package dev.goodput.app.run;

import dev.goodput.lab.hop.HopRecord;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.record.RunDirectory;
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

/// A look at a proxy; the requests of its sides are theirs, and no form of its own.
///
/// @param in what it is made of
record HopReport(HopInput in) implements Report {
  /// Read again, from its manifest and the logs of both sides.
  ///
  /// @param judgement how each run is judged
  /// @throws dev.goodput.record.RecordException where a side cannot be read
  static HopReport of(RunDirectory run, Judgement judgement) {
    return new HopReport(
        new HopInput(
            NextOptions.addTo(run.manifest()),
            run.path(),
            HopRecord.read(run, judgement.options()),
            RunNotes.of(run.manifest()),
            List.of()));
  }

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
  public Optional<String> complaint() {
    return conclusion() == Conclusion.GOOD
        ? Optional.empty()
        : Optional.of(new HopSentences(in).verdict().sentence());
  }

  @Override
  public Report losing(List<String> more) {
    return new HopReport(in.losing(more));
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
