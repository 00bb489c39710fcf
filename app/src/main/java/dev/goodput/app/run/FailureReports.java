package dev.goodput.app.run;

import dev.goodput.app.ErrorHandler;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.ci.NoResult;
import dev.goodput.report.model.Form;
import dev.goodput.runner.AppException;
import dev.goodput.runner.directory.Output;
import dev.goodput.runner.report.Comparisons;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// Writes the reports for CI jobs (`--junit`, `--summary-md`) if a command ends without a result;
/// they contain the reason.
///
/// Thread-safe: used by the main thread and the signal thread.
public final class FailureReports {
  private final Output output;
  private final PrintWriter err;
  private final UnaryOperator<String> located;
  private @Nullable RunDirectory directory;
  private boolean hasResult;
  private boolean written;

  /// Creates reports for the files of some options.
  ///
  /// @param err receives errors on files that cannot be written
  public FailureReports(Output output, PrintWriter err) {
    this(output, err, UnaryOperator.identity());
  }

  /// Creates reports for the files of some options of a command.
  public FailureReports(Output output, CommandLine line) {
    this(output, line.getErr(), ErrorHandler.OfCommands.located(line));
  }

  private FailureReports(Output output, PrintWriter err, UnaryOperator<String> located) {
    this.output = output;
    this.err = err;
    this.located = located;
  }

  /// Sets the run directory, which may contain records from now on.
  public synchronized void setDirectory(RunDirectory directory) {
    this.directory = directory;
  }

  /// Notes that the report of a result writes the files from now on.
  public synchronized void resultFollows() {
    hasResult = true;
  }

  /// Runs a step, and writes the files if it throws.
  ///
  /// @param writer runs the writing, unless a signal ended the command before
  public <T> T unlessFailed(Supplier<T> step, Consumer<Runnable> writer) {
    try {
      return step.get();
    } catch (RuntimeException | Error e) {
      writer.accept(() -> write(e));
      throw e;
    }
  }

  /// Writes the files once. If a result follows, an [AppException] writes nothing, because the
  /// result's files contain it.
  ///
  /// @param cause the cause of the end, which is printed later
  public synchronized void write(Throwable cause) {
    if (written || (hasResult && cause instanceof AppException)) {
      return;
    }
    written = true;
    NoResult result = result(cause);
    output.jobFiles().paths().forEach((form, file) -> write(form, file, cause, result));
  }

  private NoResult result(Throwable cause) {
    String reason = ErrorHandler.line(cause, located);
    int exit = ErrorHandler.exit(cause).code();
    RunDirectory run = directory;
    try {
      if (run == null || !Comparisons.hasMeasurements(run)) {
        return new NoResult("nothing was measured", reason, exit);
      }
    } catch (RecordException unreadable) {
      return new NoResult("no result", reason, exit);
    }
    String kept =
        "what was measured is kept; to see it: goodput report "
            + ShellText.join(List.of(run.path().toString()));
    err.println("goodput: " + kept);
    return new NoResult("no result", reason + "; " + kept, exit);
  }

  private void write(Form form, Path file, Throwable cause, NoResult result) {
    // A file that cannot be written is reported once.
    if (cause instanceof AppException.BadFile bad && bad.option().equals(form.option())) {
      return;
    }
    try {
      result.write(form, file);
    } catch (UncheckedIOException e) {
      err.println("goodput: cannot write " + file + ": " + e.getMessage());
    }
  }
}
