package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.portrait.RunPortrait;
import dev.goodput.record.LogState;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.ReportInput;
import dev.goodput.report.ci.JunitXml;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.document.RequestsCsv;
import dev.goodput.report.document.RequestsJsonl;
import dev.goodput.report.document.ResultDocument;
import dev.goodput.report.page.HtmlReport;
import dev.goodput.report.terminal.TerminalReport;
import dev.goodput.report.words.Tone;
import dev.goodput.report.words.Verdict;
import dev.goodput.report.words.Verdicts;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A stored run, judged: every figure computed anew from its log.
public final class RunReport {
  private final ReportInput input;

  private RunReport(ReportInput input) {
    this.input = input;
  }

  /// Reads the log and computes.
  ///
  /// Its notes are those kept by [RunNotes].
  ///
  /// @throws AppException.Usage where nothing was kept that could be reported
  public static RunReport of(RunDirectory run, Judgement judgement) {
    LogState state = run.state();
    if (state instanceof LogState.Torn torn && torn.blocksRead() == 0) {
      throw new AppException.Usage(
          run.path().resolve(RunDirectory.LOG_FILE)
              + " "
              + torn.found()
              + ", so there is nothing to report; the run has to be measured again");
    }
    AnalysisOptions options = judgement.options();
    RunResult result = Analysis.analyse(run, options);
    RunPortrait portrait = RunPortrait.of(run, result, options);
    return new RunReport(
        new ReportInput(
            judgement.addTo(run.manifest()),
            result,
            options,
            portrait,
            run,
            run.path(),
            state,
            RunNotes.of(run.manifest())));
  }

  /// The figures.
  public RunResult result() {
    return input.result();
  }

  /// Where the run is kept.
  Path directory() {
    return input.dir();
  }

  /// The result document.
  public String json() {
    return ResultDocument.json(input);
  }

  /// What a person reads in a terminal.
  public String text(int columns, boolean colour) {
    boolean page = Files.exists(input.dir().resolve("report.html"));
    return TerminalReport.render(input, columns, colour, page);
  }

  /// In a line, what speaks most against the run; empty where nothing does.
  public Optional<String> complaint() {
    Stream<Verdict> ofBest =
        input.best().stream().flatMap(level -> Verdicts.of(input, level).stream());
    return Stream.concat(Verdicts.warning(input).stream(), ofBest)
        .filter(verdict -> verdict.tone() == Tone.BAD)
        .findFirst()
        .map(verdict -> verdict.title() + ": " + verdict.text());
  }

  /// Writes the files, the small ones first; each is tried, whatever became of the others.
  ///
  /// @throws AppException.Machine naming the files that could not be written
  public void write(OutputFiles files) {
    List<String> refused = new ArrayList<>();
    write(files.json(), ResultDocument::write, refused);
    write(files.junit(), JunitXml::write, refused);
    write(files.summaryMd(), MarkdownSummary::write, refused);
    write(files.html(), HtmlReport::write, refused);
    write(files.csv(), RequestsCsv::write, refused);
    write(files.jsonl(), RequestsJsonl::write, refused);
    if (!refused.isEmpty()) {
      throw new AppException.Machine(
          "cannot write "
              + String.join(", ", refused)
              + "; the run itself is kept in "
              + input.dir()
              + ", to see it: goodput report "
              + input.dir());
    }
  }

  private void write(
      @Nullable Path file, BiConsumer<ReportInput, Path> format, List<String> refused) {
    if (file == null) {
      return;
    }
    try {
      format.accept(input, file);
    } catch (UncheckedIOException e) {
      refused.add(file + ": " + e.getMessage());
    }
  }
}
