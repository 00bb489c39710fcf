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

/// A command that measures, its options read: what is its own in [MeasuringRun]. Most ask one
/// target, and are an [ExperimentCommand].
public interface Measurement extends AutoCloseable {
  /// What is left behind.
  OutputOptions output();

  /// How what was measured will be judged.
  Judgement judgement();

  /// Meets whom it asks.
  ///
  /// @throws dev.goodput.wire.WireException saying what would make load pointless
  /// @throws dev.goodput.workload.input.WorkloadException where nothing of the workload fits
  Met meet(PreflightScreen screen);

  /// Lets go of what it has hold of.
  @Override
  default void close() {}

  /// Whom it asks, met and ready to be asked. Closing it ends the connections.
  interface Met extends AutoCloseable {
    /// Those whom a signal drains.
    List<Target> targets();

    /// Begins a directory, or goes on with that of an earlier run.
    ///
    /// @param typed the command line
    /// @param say says a line that a reader should know before anything is asked
    /// @throws dev.goodput.record.RecordException where it cannot be made
    RunRecorder begin(List<String> typed, Consumer<String> say);

    /// Asks until it is done or was interrupted, and keeps what it sees in the directory.
    ///
    /// @throws dev.goodput.record.RecordException.WriteFailed where it cannot be kept
    Measured measure(RunDirectory directory, TerminalScreen terminal);

    /// The asking is over: keeps and writes what lies beside the report of the directory.
    ///
    /// @throws dev.goodput.record.RecordException where the manifest cannot be written
    default void ended(RunDirectory directory) {}

    @Override
    void close();
  }

  /// What came of it.
  ///
  /// @param anything whether anything was asked, so that there is something to report
  /// @param notes what only the end tells
  /// @param why nothing was, where that was no signal; null else
  record Measured(boolean anything, List<String> notes, @Nullable AppException why) {
    /// Something came of it, or a signal was before that.
    public Measured(boolean anything, List<String> notes) {
      this(anything, notes, null);
    }
  }
}
