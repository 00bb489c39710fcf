package dev.goodput.app.measure;

import dev.goodput.app.AppException;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.app.run.RunRecorder;
import dev.goodput.lab.Target;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.TerminalScreen;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A measurement command with its options parsed: the part of [MeasuringRun] that differs between
/// commands. Most have one target and are an [ExperimentCommand].
public interface Measurement extends AutoCloseable {
  /// Returns the output options.
  OutputOptions output();

  /// Returns how the results will be judged.
  Judgement judgement();

  /// Connects to the target and runs the pre-flight.
  ///
  /// @throws dev.goodput.wire.WireException if load would be pointless, giving the reason
  /// @throws dev.goodput.workload.input.WorkloadException if nothing in the workload fits
  Met meet(PreflightScreen screen);

  /// Releases the resources of the command.
  @Override
  default void close() {}

  /// The prepared targets of a command. Closing it closes the connections.
  interface Met extends AutoCloseable {
    /// Returns the targets to drain on a signal.
    List<Target> targets();

    /// Creates a run directory, or continues that of an earlier run.
    ///
    /// @param typed the command line
    /// @param say a consumer of lines that a reader should see before the first request
    /// @throws dev.goodput.record.RecordException if the directory cannot be created
    RunRecorder begin(List<String> typed, Consumer<String> say);

    /// Sends requests until the experiment is done or interrupted, and records them in the
    /// directory.
    ///
    /// @throws dev.goodput.record.RecordException.WriteFailed if the records cannot be written
    Measured measure(RunDirectory directory, TerminalScreen terminal);

    /// Called after the last request: writes the further files next to the report in the directory.
    ///
    /// @throws dev.goodput.record.RecordException if the manifest cannot be written
    default void ended(RunDirectory directory) {}

    @Override
    void close();
  }

  /// The outcome of a measurement.
  ///
  /// @param anything whether any request was sent, so that there is something to report
  /// @param notes notes that are only known at the end
  /// @param why the reason that nothing was sent, unless that was a signal; null otherwise
  record Measured(boolean anything, List<String> notes, @Nullable AppException why) {
    /// Creates the outcome of a measurement that sent requests, or that a signal ended before that.
    public Measured(boolean anything, List<String> notes) {
      this(anything, notes, null);
    }
  }
}
