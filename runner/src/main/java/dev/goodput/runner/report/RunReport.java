package dev.goodput.runner.report;

import dev.goodput.findings.comparison.ComparisonInput;
import dev.goodput.findings.hop.HopInput;
import dev.goodput.findings.output.HopReport;
import dev.goodput.findings.output.PairsReport;
import dev.goodput.findings.output.Report;
import dev.goodput.findings.output.SingleRunReport;
import dev.goodput.history.SlicedRun;
import dev.goodput.lab.hop.HopRecord;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.SliceClients;
import dev.goodput.metrics.chart.RunChartData;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.LogSource;
import dev.goodput.record.LogState;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunNotes;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Form;
import dev.goodput.report.server.RunServers;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.OutputFiles;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The report of a run, a comparison or a proxy check. Every figure is computed from the logs.
public final class RunReport {
  private static final String CANNOT_WRITE = "cannot write ";

  private final Report report;

  /// An HTML report that could not be written; an existing file there is from an earlier run.
  private final @Nullable Path unwrittenPage;

  private RunReport(Report inner, @Nullable Path refusedPage) {
    this.report = inner;
    this.unwrittenPage = refusedPage;
  }

  /// Returns the report of a comparison.
  public static RunReport of(ComparisonInput comparison) {
    ComparisonInput whole = comparison.with(StoredCommandLine.options(comparison.manifest()));
    return new RunReport(new PairsReport(whole), null);
  }

  /// Computes the report of a run directory from its logs.
  ///
  /// It has the notes of [RunNotes].
  ///
  /// @param losses what could not be recorded or written, one sentence each
  /// @throws AppException.Usage if the log has no records
  public static RunReport of(RunDirectory run, Judgement judgement, List<String> losses) {
    RunKind kind = RunKind.of(run.manifest());
    if (kind == RunKind.HOP) {
      return new RunReport(hop(run, judgement).withLosses(losses), null);
    }
    if (kind == RunKind.COMPARISON) {
      return of(Comparisons.read(run, judgement).withLosses(losses));
    }
    LogState state = run.state();
    if (state instanceof LogState.Torn torn && torn.blocksRead() == 0) {
      throw new AppException.Usage(
          run.path().resolve(RunDirectory.LOG_FILE)
              + " "
              + torn.found()
              + ", so there is nothing to report; the run has to be measured again");
    }
    if (state instanceof LogState.BeingWritten(long blocks) && blocks == 0) {
      throw new AppException.Usage(
          run.path().resolve(RunDirectory.LOG_FILE)
              + " is still being written and holds nothing yet; try again in a few seconds");
    }
    AnalysisOptions options = judgement.options();
    RunResult result = Analysis.analyse(run, options);
    RunChartData charts = RunChartData.of(run, result, options);
    RunServers servers = RunServers.of(run.path(), run.manifest(), result);
    List<String> notes = new ArrayList<>(RunNotes.of(run.manifest()));
    notes.addAll(servers.notes());
    return of(
        new ReportInput(
                StoredCommandLine.options(judgement.addTo(run.manifest())),
                result,
                options,
                charts,
                run,
                run.path(),
                state,
                servers,
                notes,
                losses,
                null)
            .of(Experiments.of(run, result, servers, judgement)));
  }

  /// Returns the report of a run.
  public static RunReport of(ReportInput run) {
    return new RunReport(new SingleRunReport(run), null);
  }

  private static HopReport hop(RunDirectory run, Judgement judgement) {
    return new HopReport(
        new HopInput(
            StoredCommandLine.options(run.manifest()),
            run.path(),
            HopRecord.read(run, judgement.options()),
            RunNotes.of(run.manifest()),
            List.of()));
  }

  /// Computes the report of one load from the logs of its slices, as if one machine had sent it.
  /// The client's health is that of the worst slice.
  ///
  /// @param parent the directory of the slices, which messages name
  /// @param notes further notes on the run
  public static RunReport of(
      SlicedRun slices, Path parent, Judgement judgement, List<String> notes) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(slices.notes());
    AnalysisOptions options = judgement.options();
    LogSource log = slices.log();
    SortedMap<String, RunResult> each = new TreeMap<>(slices.logs().comparator());
    slices.logs().forEach((name, slice) -> each.put(name, Analysis.analyse(slice, options)));
    RunResult result = SliceClients.judge(Analysis.analyse(log, options), each);
    return of(
        new ReportInput(
            StoredCommandLine.options(judgement.addTo(slices.manifest())),
            result,
            options,
            RunChartData.of(log, result, options),
            log,
            parent,
            slices.state(),
            RunServers.NONE,
            all,
            List.of(),
            null));
  }

  /// Returns the report without addresses, host names and local paths.
  ///
  /// @param runs the runs of the report
  public RunReport redacted(List<RunDirectory> runs) {
    return new RunReport(report.redacted(runs), unwrittenPage);
  }

  /// Returns the report of a run with more notes.
  ///
  /// @throws AppException.Usage of a comparison, if there are any
  public RunReport withNotes(List<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    ReportInput in = input();
    List<String> notes = new ArrayList<>(in.notes());
    notes.addAll(more);
    return new RunReport(new SingleRunReport(in.with(in.manifest(), notes)), unwrittenPage);
  }

  /// Returns the input of a run's report.
  ///
  /// @throws AppException.Usage of a comparison
  public ReportInput input() {
    if (report instanceof SingleRunReport run) {
      return run.in();
    }
    throw new AppException.Usage(
        directory() + " is a comparison, not a run; its sides are runs: " + directory() + "/b");
  }

  /// Returns the result of a run.
  public RunResult result() {
    return input().result();
  }

  /// Returns the exit code, apart from interruptions.
  public ExitCode exit() {
    return ExitCode.of(report.conclusion());
  }

  /// Returns the run directory.
  public Path directory() {
    return report.dir();
  }

  /// Returns the result document.
  public String json() {
    return report.json();
  }

  /// Returns the report as text for a terminal.
  ///
  /// @param page where the page was to be written, null where only the run's own was
  public String text(int columns, boolean colour, @Nullable Path page) {
    Optional<Path> there =
        Stream.of(Optional.ofNullable(page), Optional.of(directory().resolve(report.page())))
            .flatMap(Optional::stream)
            .filter(file -> !file.equals(unwrittenPage))
            .filter(Files::exists)
            .findFirst();
    return report.text(columns, colour, there);
  }

  /// Returns why the exit code is not 0, in one line; empty if it is 0.
  public Optional<String> exitReason() {
    return report.exitReason();
  }

  /// Writes all files and shows the report. If one fails, the others are still written. The reports
  /// for CI jobs are written after the other files, because they contain the failures, and before
  /// the output, which may block. They are written again if the output fails.
  ///
  /// @param screen shows the report, which contains the failures so far
  /// @param uninterrupted runs a step that a signal must not interrupt, because the signal handler
  ///   writes the same files
  /// @return the files that could not be written, each with the reason
  public List<String> write(
      OutputFiles files, Consumer<RunReport> screen, Consumer<Runnable> uninterrupted) {
    List<String> lost = new ArrayList<>();
    boolean page = true;
    for (Form form : Form.values()) {
      if (!form.forJobs()) {
        boolean written = write(files.of(form), form, lost);
        page &= written || form != Form.PAGE;
      }
    }
    List<String> before = List.copyOf(lost);
    uninterrupted.accept(() -> writeForJobs(files, lost));
    try {
      screen.accept(new RunReport(report.withLosses(lost), page ? null : files.of(Form.PAGE)));
      return lost;
    } catch (AppException.Machine notShown) {
      List<String> all = new ArrayList<>(before);
      all.add(notShown.getMessage());
      uninterrupted.accept(() -> writeForJobs(files, all));
      return all;
    }
  }

  /// Does the same if no signal handler writes files.
  public List<String> write(OutputFiles files, Consumer<RunReport> screen) {
    return write(files, screen, Runnable::run);
  }

  private void writeForJobs(OutputFiles files, List<String> lost) {
    for (Form form : Form.values()) {
      if (form.forJobs()) {
        write(files.of(form), form, lost);
      }
    }
  }

  /// Throws if a file could not be written.
  ///
  /// @param lost from [#write(OutputFiles, Consumer)]
  /// @throws AppException.Machine with the failures and the run directory
  public void requireWritten(List<String> lost) {
    if (!lost.isEmpty()) {
      throw new AppException.Machine(
          String.join("; ", lost)
              + "; the run itself is kept in "
              + directory()
              + ", to see it: goodput report "
              + ShellText.join(List.of(directory().toString())));
    }
  }

  /// Returns whether the file was written or not requested.
  private boolean write(@Nullable Path file, Form form, List<String> lost) {
    if (file == null) {
      return true;
    }
    try {
      report.withLosses(lost).write(form, file);
      return true;
    } catch (UncheckedIOException e) {
      addFailure(file, ": " + e.getMessage(), lost);
      return false;
    }
  }

  /// Adds a failure. Files that fail for the same reason, such as a full disk, share one message.
  private static void addFailure(Path file, String why, List<String> lost) {
    String last = lost.isEmpty() ? "" : lost.getLast();
    if (last.startsWith(CANNOT_WRITE) && last.endsWith(why)) {
      lost.removeLast();
      String before = last.substring(0, last.length() - why.length());
      lost.add(before + ", " + file + why);
    } else {
      lost.add(CANNOT_WRITE + file + why);
    }
  }
}
