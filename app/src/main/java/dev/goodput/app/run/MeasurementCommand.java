package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/// A command that measures: the files that it names for a job say how it ended, however early.
public interface MeasurementCommand {

  /// Hears signals while the command line is still being read, which takes as long as much of what
  /// follows: the files that it names for a job say so, as far as they can be made out.
  ///
  /// @param args the whole command line
  static void handleSignals(List<String> args, PrintWriter err) {
    handleSignals(args, err, Interrupts::end);
  }

  /// The same.
  ///
  /// @param end ends the process
  static void handleSignals(List<String> args, PrintWriter err, Consumer<ExitCode> end) {
    var _ = Interrupts.watch(err, interrupted -> writeRefusal(args, err, interrupted), end);
  }

  /// A command line that could not be read: the files that it names for a job say so too, as far as
  /// they can be made out.
  ///
  /// @param args the whole command line
  static void writeRefusal(List<String> args, PrintWriter err, AppException reason) {
    new FailureReports(OutputOptions.parse(args), err).write(reason);
  }
}
