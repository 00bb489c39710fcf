package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ErrorHandler;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.ci.NoResult;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The files that a job reads after a bench, where the bench ends before it could write them: they
/// say why. Of the main thread and the one that hears signals.
public final class FailureReports {
  private final OutputOptions options;
  private final PrintWriter err;
  private @Nullable RunDirectory directory;
  private boolean hasResult;
  private boolean written;

  /// For the files that these options name.
  ///
  /// @param err told of a file that cannot be written
  public FailureReports(OutputOptions options, PrintWriter err) {
    this.options = options;
    this.err = err;
  }

  /// From now on something may have been measured, whatever becomes of its result.
  public synchronized void begin(RunDirectory directory) {
    directory = directory;
  }

  /// From now on the files are those of a result.
  public synchronized void resultFollows() {
    hasResult = true;
  }

  /// Does a step of a bench, and writes the files where it throws.
  ///
  /// @param writer writes them, where no signal ended the bench before
  public <T> T unlessFailed(Supplier<T> step, Consumer<Runnable> writer) {
    try {
      return step.get();
    } catch (RuntimeException | Error e) {
      writer.accept(() -> write(e));
      throw e;
    }
  }

  /// Writes the files, unless they tell of it already: those of a result name what was lost of it,
  /// and no fault that came after.
  ///
  /// @param cause what ended the bench; it is said after this, and comes first
  public synchronized void write(Throwable cause) {
    if (written || (hasResult && cause instanceof AppException)) {
      return;
    }
    written = true;
    NoResult result = result(cause);
    write("--junit", options.junit, cause, result::writeJunit);
    write("--summary-md", options.summaryMd, cause, result::writeSummary);
  }

  private NoResult result(Throwable cause) {
    String reason = ErrorHandler.line(cause);
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

  private void write(String option, @Nullable Path file, Throwable cause, Consumer<Path> format) {
    // A file that cannot be written is told once.
    boolean reported = cause instanceof AppException.BadFile bad && bad.option().equals(option);
    if (file == null || reported) {
      return;
    }
    try {
      format.accept(file);
    } catch (UncheckedIOException e) {
      err.println("goodput: cannot write " + file + ": " + e.getMessage());
    }
  }
}
