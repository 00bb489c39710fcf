package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ErrorHandler;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.words.ShellText;
import dev.goodput.report.ci.NoResult;
import dev.goodput.report.model.Form;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The files that a CI job reads after a bench, if the bench ends before it could write them: they
/// contain the reason. Used by the main thread and the signal thread.
public final class FailureReports {
  private final OutputOptions options;
  private final PrintWriter err;
  private @Nullable RunDirectory begun;
  private boolean ofResult;
  private boolean reported;

  /// For the files that these options name.
  ///
  /// @param err receives a message about a file that cannot be written
  public FailureReports(OutputOptions options, PrintWriter err) {
    this.options = options;
    this.err = err;
  }

  /// From now on something may have been measured, whatever becomes of its result.
  public synchronized void begin(RunDirectory directory) {
    begun = directory;
  }

  /// From now on the files are those of a result.
  public synchronized void leave() {
    ofResult = true;
  }

  /// Does a step of a bench, and writes the files where it throws.
  ///
  /// @param last writes them, where no signal ended the bench before
  public <T> T unlessFailed(Supplier<T> step, Consumer<Runnable> last) {
    try {
      return step.get();
    } catch (RuntimeException | Error e) {
      last.accept(() -> publish(e));
      throw e;
    }
  }

  /// Writes the files, unless they are written already: files of a result name what was lost, and
  /// no later failure.
  ///
  /// @param end the failure that ended the bench; it comes first in the files
  public synchronized void publish(Throwable end) {
    if (reported || (ofResult && end instanceof AppException)) {
      return;
    }
    reported = true;
    NoResult result = result(end);
    options.ofJob().paths().forEach((form, file) -> write(form, file, end, result));
  }

  private NoResult result(Throwable end) {
    String reason = ErrorHandler.line(end);
    int exit = ErrorHandler.exit(end).code();
    RunDirectory run = begun;
    try {
      if (run == null || !Comparisons.anything(run)) {
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

  private void write(Form form, Path file, Throwable end, NoResult result) {
    // A file that cannot be written is reported once.
    if (end instanceof AppException.BadFile bad && bad.option().equals(form.option())) {
      return;
    }
    try {
      result.write(form, file);
    } catch (UncheckedIOException e) {
      err.println("goodput: cannot write " + file + ": " + e.getMessage());
    }
  }
}
