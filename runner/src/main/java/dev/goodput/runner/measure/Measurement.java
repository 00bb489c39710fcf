package dev.goodput.runner.measure;

import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.report.Prices;
import dev.goodput.workload.Replay;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A measurement whose settings have been checked: the part of a measuring run that differs between
/// experiments. It has one target ([TargetExperiment]) or two sides ([SidedExperiment]).
public interface Measurement extends AutoCloseable {
  /// Returns what every measurement has.
  Setup setup();

  /// Returns how the results will be judged, with the prices of the target's model.
  ///
  /// @throws AppException.Usage if a price list has no prices for it
  default Judgement judgement(OpenTargets opened) {
    return Prices.priced(setup().judgement(), opened.first().target().facts().model());
  }

  /// Returns how the workload is replayed.
  default Replay replay() {
    return Replay.SHUFFLED;
  }

  /// Returns the nanoseconds since the run began; 0 for a new run.
  default long elapsedNanos() {
    return 0;
  }

  /// Rejects targets that cannot be measured, after their pre-flight.
  ///
  /// @throws AppException.Usage giving the reason
  default void check(OpenTargets opened) {}

  /// Creates a run directory, or continues that of an earlier run.
  ///
  /// @param typed the command line
  /// @param print a consumer of lines that a reader should see before the first request
  /// @throws dev.goodput.record.RecordException if the directory cannot be created
  RunRecorder start(OpenTargets opened, List<String> typed, Consumer<String> print);

  /// Sends requests until the measurement is done or interrupted, and records them in the
  /// directory.
  ///
  /// @throws dev.goodput.record.RecordException.WriteFailed if the records cannot be written
  Measured measure(OpenTargets opened, RunDirectory directory, TerminalScreen terminal);

  /// Called after the last request: writes the further files next to the report in the directory.
  ///
  /// @throws dev.goodput.record.RecordException if the manifest cannot be written
  default void ended(OpenTargets opened, RunDirectory directory) {}

  /// Releases the resources of the measurement other than its targets.
  @Override
  default void close() {}

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
