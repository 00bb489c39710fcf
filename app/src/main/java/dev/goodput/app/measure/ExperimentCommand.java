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

/// A command that asks one target, its options read: what is its own in what all of them do.
public interface ExperimentCommand extends Measurement {
  /// The command: `bench`.
  String command();

  /// Whom, what and how to ask.
  CommonOptions asking();

  /// Where the run will be kept.
  Path folder();

  /// How the workload is played.
  default Replay replay() {
    return Replay.SHUFFLED;
  }

  /// The run that it goes on with; empty where it begins one.
  default Optional<Resumption> resumes() {
    return Optional.empty();
  }

  /// A run that is gone on with.
  ///
  /// @param directory where it is kept
  /// @param goneNanos how long ago it began
  /// @param note what a reader must know of it, kept with it
  record Resumption(RunDirectory directory, long goneNanos, String note) {}

  /// Adds to the manifest what this command alone is asked for.
  Manifest addTo(Manifest manifest);

  /// What is known of the run before anything is asked, and colours its figures: kept and said.
  ///
  /// @throws dev.goodput.app.AppException.Usage where it cannot be gone on with so
  /// @throws dev.goodput.workload.input.WorkloadException where the workload cannot be played so
  default List<String> foreseen(TargetSession opened) {
    return List.of();
  }

  /// What a newcomer should know before anything is asked: said, not kept.
  default List<String> remarks() {
    return List.of();
  }

  /// Asks until it is done or was interrupted, and keeps what it sees in the directory.
  ///
  /// @throws dev.goodput.record.RecordException.WriteFailed where it cannot be kept
  Measured measure(TargetSession opened, RunDirectory directory, ProgressView view);

  @Override
  default Met meet(PreflightScreen screen) {
    return PreparedTarget.meet(this, screen);
  }
}
