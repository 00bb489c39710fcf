package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.history.SlicedRun;
import dev.goodput.lab.hop.HopRecord;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.analysis.SliceClients;
import dev.goodput.metrics.portrait.RunChartData;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.LogSource;
import dev.goodput.record.LogState;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunNotes;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.ReportInput;
import dev.goodput.report.comparison.ComparisonInput;
import dev.goodput.report.hop.HopInput;
import dev.goodput.report.output.HopReport;
import dev.goodput.report.output.PairsReport;
import dev.goodput.report.output.Report;
import dev.goodput.report.output.SingleRunReport;
import dev.goodput.report.server.RunServers;
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

/// A stored run, a comparison of two, or a look at a proxy, judged: every figure computed anew from
/// the logs.
public final class RunReport {
  private static final String CANNOT_WRITE = "cannot write ";

  private final Report report;

  /// A page that could not be written; what lies there is of an earlier run.
  private final @Nullable Path unwrittenPage;

  private RunReport(Report told, @Nullable Path refusedPage) {
    this.report = told;
    this.unwrittenPage = refusedPage;
  }

  /// A comparison.
  public static RunReport of(ComparisonInput comparison) {
    ComparisonInput whole = comparison.with(NextOptions.addTo(comparison.manifest()));
    return new RunReport(new PairsReport(whole), null);
  }

  /// Reads the log and computes.
  ///
  /// Its notes are those kept by [RunNotes].
  ///
  /// @param losses what could not be kept of it, one sentence each
  /// @throws AppException.Usage where nothing was kept that could be reported
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
    AnalysisOptions options = judgement.options();
    RunResult result = Analysis.analyse(run, options);
    RunChartData portrait = RunChartData.of(run, result, options);
    RunServers servers = RunServers.of(run.path(), run.manifest(), result);
    List<String> notes = new ArrayList<>(RunNotes.of(run.manifest()));
    notes.addAll(servers.notes());
    return of(
        new ReportInput(
                NextOptions.addTo(judgement.addTo(run.manifest())),
                result,
                options,
                portrait,
                run,
                run.path(),
                state,
                servers,
                notes,
                losses,
                null)
            .of(Experiments.of(run, result, servers, judgement)));
  }

  /// A run.
  public static RunReport of(ReportInput run) {
    return new RunReport(new SingleRunReport(run), null);
  }

  private static HopReport hop(RunDirectory run, Judgement judgement) {
    return new HopReport(
        new HopInput(
            NextOptions.addTo(run.manifest()),
            run.path(),
            HopRecord.read(run, judgement.options()),
            RunNotes.of(run.manifest()),
            List.of()));
  }

  /// Reads the logs of slices of one load and computes the run that one machine would have had; its
  /// client is as bad as the worst of theirs.
  ///
  /// @param home of the slices, for the lines that name a directory
  /// @param notes further notes on the run
  public static RunReport of(SlicedRun slices, Path home, Judgement judgement, List<String> notes) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(slices.notes());
    AnalysisOptions options = judgement.options();
    LogSource log = slices.log();
    SortedMap<String, RunResult> each = new TreeMap<>(slices.logs().comparator());
    slices.logs().forEach((name, slice) -> each.put(name, Analysis.analyse(slice, options)));
    RunResult result = SliceClients.judge(Analysis.analyse(log, options), each);
    return of(
        new ReportInput(
            NextOptions.addTo(judgement.addTo(slices.manifest())),
            result,
            options,
            RunChartData.of(log, result, options),
            log,
            home,
            slices.state(),
            RunServers.NONE,
            all,
            List.of(),
            null));
  }

  /// The same without addresses, host names and local paths.
  ///
  /// @param runs those that it was made of
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

  /// All that a run's is made of.
  ///
  /// @throws AppException.Usage of a comparison
  public ReportInput input() {
    if (report instanceof SingleRunReport run) {
      return run.in();
    }
    throw new AppException.Usage(
        directory() + " is a comparison, not a run; its sides are runs: " + directory() + "/b");
  }

  /// The figures of a run.
  public RunResult result() {
    return input().result();
  }

  /// The exit code, unless it was interrupted.
  public ExitCode exit() {
    return ExitCode.of(report.conclusion());
  }

  /// Where it is kept.
  public Path directory() {
    return report.dir();
  }

  /// The result document.
  public String json() {
    return report.json();
  }

  /// What a person reads in a terminal.
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

  /// In a line, why its exit code is not 0; empty where it is.
  public Optional<String> exitReason() {
    return report.exitReason();
  }

  /// Writes the files, the small ones first, and shows the run; each is tried, whatever became of
  /// the others. What is for continuous integration comes behind all files, the JUnit report last,
  /// since it tells of the others; and before the screen, whose reader may let it wait for ever.
  /// Both are written again where the run could not be shown.
  ///
  /// @param screen shows the run, with what was lost of it until then
  /// @param uninterrupted does a step that must not be mixed with what is written of an interruption
  /// @return what could not be written, each with the reason
  public List<String> write(
      OutputFiles files, Consumer<RunReport> screen, Consumer<Runnable> uninterrupted) {
    List<String> lost = new ArrayList<>();
    write(files.json(), Report.Form.DOCUMENT, lost);
    boolean page = write(files.html(), Report.Form.PAGE, lost);
    write(files.csv(), Report.Form.CSV, lost);
    write(files.jsonl(), Report.Form.JSONL, lost);
    List<String> before = List.copyOf(lost);
    uninterrupted.accept(() -> writeForJobs(files, lost));
    try {
      screen.accept(new RunReport(report.withLosses(lost), page ? null : files.html()));
      return lost;
    } catch (AppException.Machine notShown) {
      List<String> all = new ArrayList<>(before);
      all.add(notShown.getMessage());
      uninterrupted.accept(() -> writeForJobs(files, all));
      return all;
    }
  }

  /// The same where no interruption writes anything.
  public List<String> write(OutputFiles files, Consumer<RunReport> screen) {
    return write(files, screen, Runnable::run);
  }

  private void writeForJobs(OutputFiles files, List<String> lost) {
    write(files.summaryMd(), Report.Form.SUMMARY, lost);
    write(files.junit(), Report.Form.JUNIT, lost);
  }

  /// Ends the command where something could not be written.
  ///
  /// @param lost from [#write(OutputFiles, Consumer)]
  /// @throws AppException.Machine naming what was lost and the run
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

  /// Whether it was not refused.
  private boolean write(@Nullable Path file, Report.Form form, List<String> lost) {
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

  /// A full disk refuses each file for the same reason, which is said once.
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
