package dev.goodput.app.measure;

import dev.goodput.app.run.FailureReports;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.model.Form;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.directory.OutputFiles;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.endpoint.PreflightScreen;
import dev.goodput.runner.log.RunLogFile;
import dev.goodput.runner.measure.Measurement;
import dev.goodput.runner.measure.OpenTargets;
import dev.goodput.runner.report.RunReport;
import dev.goodput.runner.report.Screen;
import dev.goodput.runner.signals.Interrupts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// One run of a measurement command, in order: pre-flight, run directory, load, figures.
public final class MeasuringRun {
  private final Output output;
  private final List<String> typed;
  private final PrintWriter out;
  private final PrintWriter err;
  private final FailureReports unmeasured;
  private final Interrupts interrupts;

  private MeasuringRun(
      CommandSpec spec, Output output, FailureReports unmeasured, Interrupts interrupts) {
    CommandLine line = spec.commandLine();
    this.output = output;
    this.typed = spec.root().commandLine().getParseResult().originalArgs();
    this.out = line.getOut();
    this.err = line.getErr();
    this.unmeasured = unmeasured;
    this.interrupts = interrupts;
  }

  /// Parses the options, then measures. Signals are handled from the start.
  ///
  /// @param spec the spec of the command that was typed
  /// @param output what is written; a file for CI jobs reports every kind of ending
  /// @param prepare a supplier that checks everything that can be checked before anything is opened
  /// @return the exit code
  public static int call(CommandSpec spec, Output output, Supplier<? extends Measurement> prepare) {
    PrintWriter err = spec.commandLine().getErr();
    FailureReports files = new FailureReports(output, spec.commandLine());
    Interrupts interrupts = Interrupts.watch(err, files::write, Interrupts::end);
    MeasuringRun run = new MeasuringRun(spec, output, files, interrupts);
    return files.unlessFailed(() -> run.run(prepare.get()), interrupts::finish).code();
  }

  private ExitCode run(Measurement measurement) {
    try (measurement;
        TerminalScreen terminal = Screen.terminal();
        OpenTargets opened = new OpenTargets()) {
      opened.open(measurement, new PreflightScreen(err, terminal, output.quiet()));
      measurement.check(opened);

      // Before the directory exists, so that a signal from now on removes it again.
      interrupts.loadStarted(opened.targets());
      RunRecorder recording = measurement.start(opened, typed, this::print);
      try (RunLogFile _ = new RunLogFile(recording.directory().path())) {
        return run(measurement, opened, recording, terminal);
      }
    }
  }

  private ExitCode run(
      Measurement measurement, OpenTargets opened, RunRecorder recording, TerminalScreen terminal) {
    RunDirectory directory = recording.directory();
    Judgement judgement = measurement.judgement(opened);
    unmeasured.setDirectory(directory);
    try {
      Measurement.Measured measured = measurement.measure(opened, directory, terminal);
      Optional<ExitCode> signal = interrupts.reportStarted();
      if (!measured.anything()) {
        throw recording.abandon(signal, measured.why(), this::complain);
      }
      recording.end(measured.notes(), signal);
      RunReport report = show(directory, judgement, terminal, List.of());
      printReason(report, signal.isPresent());
      measurement.ended(opened, directory);
      return signal.orElseGet(report::exit);
    } catch (RecordException.WriteFailed lost) {
      throw partial(directory, judgement, terminal, lost);
    }
  }

  private RunReport show(
      RunDirectory directory, Judgement judgement, TerminalScreen terminal, List<String> losses) {
    RunReport report = RunReport.of(directory, judgement, losses);
    OutputFiles files = output.files(directory);
    Screen screen = Screen.of(out, err, terminal);

    // A full disk loses the files, not the results.
    List<String> lost =
        report.write(
            files,
            shown -> screen.show(shown, files.of(Form.PAGE), output.json(), output.quiet()),
            interrupts::uninterrupted);
    interrupts.finish(unmeasured::resultFollows);
    report.requireWritten(lost);
    return report;
  }

  /// Handles a failed write to the log: prints what it holds, and writes files where there is
  /// space.
  private AppException partial(
      RunDirectory directory,
      Judgement judgement,
      TerminalScreen terminal,
      RecordException.WriteFailed lost) {
    interrupts.reportStarted();
    String line = lost.getMessage();
    try {
      show(directory, judgement, terminal, List.of(line));
      line +=
          "; to see the result again: goodput report "
              + ShellText.join(List.of(directory.path().toString()));
    } catch (AppException.Machine further) {
      line += "; " + further.getMessage();
    } catch (AppException.Usage | RecordException nothing) {
      line += "; " + nothing.getMessage();
    }
    return new AppException.Machine(line, lost);
  }

  /// Explains an exit code other than 0 when the report that would explain it is not printed.
  private void printReason(RunReport report, boolean interrupted) {
    if (output.quiet()) {
      Optional<String> why =
          interrupted
              ? Optional.of(
                  "interrupted; to see what was measured: goodput report "
                      + ShellText.join(List.of(report.directory().toString())))
              : report.exitReason();
      why.ifPresent(this::complain);
    }
  }

  private void print(String line) {
    if (!output.quiet()) {
      complain(line);
    }
  }

  private void complain(String line) {
    RunRecorder.print(err, line);
  }
}
