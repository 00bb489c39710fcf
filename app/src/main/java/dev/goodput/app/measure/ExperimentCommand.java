package dev.goodput.app.measure;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.PreflightScreen;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.workload.Replay;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A measurement command with one target and its options parsed: only what differs between
/// commands.
public interface ExperimentCommand extends Measurement {
  /// Returns the name of the command, such as `bench`.
  String command();

  /// Returns the target, the workload and the request options.
  CommonOptions asking();

  /// Returns the directory that the run will be stored in.
  Path folder();

  /// Returns how the workload is replayed.
  default Replay replay() {
    return Replay.SHUFFLED;
  }

  /// Returns the earlier run that this one continues; empty for a new run.
  default Optional<Resumption> resumes() {
    return Optional.empty();
  }

  /// An earlier run to continue.
  ///
  /// @param directory the directory of the run
  /// @param goneNanos nanoseconds since the run began
  /// @param note a note for readers, stored with the run
  record Resumption(RunDirectory directory, long goneNanos, String note) {}

  /// Adds the options that only this command has to the manifest.
  Manifest addTo(Manifest manifest);

  /// Returns facts known before the first request that affect the figures. They are stored and
  /// printed.
  ///
  /// @throws dev.goodput.app.AppException.Usage if the earlier run cannot be continued this way
  /// @throws dev.goodput.workload.input.WorkloadException if the workload cannot be replayed this
  ///   way
  default List<String> foreseen(TargetSession opened) {
    return List.of();
  }

  /// Returns advice for newcomers, before the first request. It is printed but not stored.
  default List<String> remarks() {
    return List.of();
  }

  /// Sends requests until the experiment is done or interrupted, and records them in the directory.
  ///
  /// @throws dev.goodput.record.RecordException.WriteFailed if the records cannot be written
  Measured measure(TargetSession opened, RunDirectory directory, ProgressView view);

  @Override
  default Met meet(PreflightScreen screen) {
    return PreparedTarget.meet(this, screen);
  }
}
