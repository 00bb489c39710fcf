package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/// A command that measures: the files that it writes for a CI job contain how it ended, however
/// early.
public interface MeasurementCommand {

  /// Handles signals while the command line is still being read, which can take long: the files for
  /// a CI job contain the reason, as far as their names can be read.
  ///
  /// @param args the whole command line
  static void heed(List<String> args, PrintWriter err) {
    heed(args, err, Interrupts::end);
  }

  /// The same.
  ///
  /// @param end ends the process
  static void heed(List<String> args, PrintWriter err, Consumer<ExitCode> end) {
    var _ = Interrupts.watch(err, interrupted -> refused(args, err, interrupted), end);
  }

  /// Handles a command line that could not be read: the files for a CI job contain the reason, as
  /// far as their names can be read.
  ///
  /// @param args the whole command line
  static void refused(List<String> args, PrintWriter err, AppException why) {
    new FailureReports(OutputOptions.in(args), err).publish(why);
  }
}
