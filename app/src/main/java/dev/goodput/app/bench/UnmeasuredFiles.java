package dev.goodput.app.bench;

import dev.goodput.app.Faults;
import dev.goodput.report.ci.NothingMeasured;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The files that a job reads after a bench, where the bench fails before it could write them: they
/// say why. One thread.
final class UnmeasuredFiles {
  private final OutputOptions options;
  private final PrintWriter err;
  private boolean written;

  UnmeasuredFiles(OutputOptions options, PrintWriter err) {
    this.options = options;
    this.err = err;
  }

  /// From now on the files are those of a result.
  void leave() {
    written = true;
  }

  /// Does a step of a bench, and writes the files where it throws.
  <T> T unlessFailed(Supplier<T> step) {
    try {
      return step.get();
    } catch (RuntimeException e) {
      if (!written) {
        tell(e);
      }
      throw e;
    }
  }

  private void tell(RuntimeException e) {
    NothingMeasured reason = new NothingMeasured(Faults.line(e), Faults.exit(e).code());
    write(options.junit, reason.reason(), reason::writeJunit);
    write(options.summaryMd, reason.reason(), reason::writeSummary);
  }

  // What ended the bench is said after this, and comes first.
  private void write(@Nullable Path file, String told, Consumer<Path> format) {
    if (file == null) {
      return;
    }
    try {
      format.accept(file);
    } catch (UncheckedIOException e) {
      // Once is enough: it may be this file that ended the bench.
      if (!told.contains(file.toString())) {
        err.println("goodput: cannot write " + file + ": " + e.getMessage());
      }
    }
  }
}
