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
import dev.goodput.report.words.RunWords;
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
  /// @param losses what could not be kept of it, one sentence each
  /// @throws AppException.Usage where nothing was kept that could be reported
  public static RunReport of(RunDirectory run, Judgement judgement, List<String> losses) {
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
            RunNotes.of(run.manifest()),
            losses));
  }

  /// The figures.
  public RunResult result() {
    return input.result();
  }

  /// Where the run is kept.
  public Path directory() {
    return input.dir();
  }

  /// The result document.
  public String json() {
    return ResultDocument.json(input);
  }

  /// What a person reads in a terminal.
  ///
  /// @param page where the page was to be written, null where only the run's own was
  public String text(int columns, boolean colour, @Nullable Path page) {
    Optional<Path> there =
        Stream.of(Optional.ofNullable(page), Optional.of(input.dir().resolve("report.html")))
            .flatMap(Optional::stream)
            .filter(Files::exists)
            .findFirst();
    return TerminalReport.render(input, columns, colour, there);
  }

  /// In a line, why its exit code is not 0; empty where it is.
  public Optional<String> complaint() {
    return RunWords.conclusion(input).map(verdict -> verdict.title() + ": " + verdict.text());
  }

  /// Writes the files, the small ones first; each is tried, whatever became of the others. Those
  /// for continuous integration come last, since they tell of the others.
  ///
  /// @return the files that could not be written, each with the reason
  public List<String> write(OutputFiles files) {
    List<String> refused = new ArrayList<>();
    write(input, files.json(), ResultDocument::write, refused);
    write(input, files.html(), HtmlReport::write, refused);
    write(input, files.csv(), RequestsCsv::write, refused);
    write(input, files.jsonl(), RequestsJsonl::write, refused);
    ReportInput told = input.losing(refused.stream().map("cannot write "::concat).toList());
    write(told, files.junit(), JunitXml::write, refused);
    write(told, files.summaryMd(), MarkdownSummary::write, refused);
    return refused;
  }

  /// Ends the command where a file could not be written.
  ///
  /// @param refused from [#write(OutputFiles)]
  /// @throws AppException.Machine naming the files and the run
  public void requireWritten(List<String> refused) {
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

  private static void write(
      ReportInput input,
      @Nullable Path file,
      BiConsumer<ReportInput, Path> format,
      List<String> refused) {
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
