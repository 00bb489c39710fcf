package dev.goodput.app.run;

import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.signals.Interrupts;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/// A command that measures. Its reports for CI jobs (`--junit`, `--summary-md`) are written even if
/// it ends before it starts.
public interface MeasurementCommand {

  /// Handles signals while the command line is parsed, and writes the reports for CI jobs that it
  /// names.
  ///
  /// @param args the whole command line
  static void handleSignals(List<String> args, PrintWriter err) {
    handleSignals(args, err, Interrupts::end);
  }

  /// Does the same.
  ///
  /// @param end a consumer that ends the process
  static void handleSignals(List<String> args, PrintWriter err, Consumer<ExitCode> end) {
    var _ = Interrupts.watch(err, interrupted -> writeRefusal(args, err, interrupted), end);
  }

  /// Writes the reports for CI jobs of a command line that could not be parsed.
  ///
  /// @param args the whole command line
  static void writeRefusal(List<String> args, PrintWriter err, AppException reason) {
    new FailureReports(OutputOptions.parse(args).read(), err).write(reason);
  }
}
