package dev.goodput.app.bench;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.measure.ExperimentCommand;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputOptions;
import dev.goodput.lab.Bench;
import dev.goodput.lab.BenchOutcome;
import dev.goodput.load.FailurePauses;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.Replay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One bench: its load levels, one after another.
///
/// @param prepared its options
record BenchRun(BenchPreparation prepared) implements ExperimentCommand {
  @Override
  public String command() {
    return "bench";
  }

  @Override
  public CommonOptions asking() {
    return prepared.asking();
  }

  @Override
  public Judgement judgement() {
    return prepared.judgement();
  }

  @Override
  public OutputOptions output() {
    return prepared.options().output;
  }

  @Override
  public Path folder() {
    return prepared.folder();
  }

  @Override
  public Replay replay() {
    return prepared.replay();
  }

  @Override
  public Manifest addTo(Manifest manifest) {
    Manifest told = manifest.with("run.arrivals", prepared.load().kind().word());
    Long repeats = prepared.options().load.repeats;
    told = repeats == null ? told : told.with("run.repeats", repeats);
    return Shards.addTo(told, prepared.load());
  }

  /// Where the recording leaves the run nothing to do.
  @Override
  public List<String> foreseen(TargetSession opened) {
    return prepared.levels().stream()
        .flatMap(level -> TraceGap.of(prepared.workload(), opened.workload(), level).stream())
        .toList();
  }

  @Override
  public List<String> remarks() {
    return prepared.remarks();
  }

  @Override
  public Measured measure(TargetSession opened, RunDirectory directory, ProgressView view) {
    BenchOutcome outcome =
        Bench.run(asking().plan(opened, prepared.levels()), opened.target(), directory, view);
    return new Measured(outcome.levelsRun() > 0, notes(outcome, prepared.levels().size()));
  }

  private static List<String> notes(BenchOutcome outcome, int levels) {
    List<String> notes = new ArrayList<>();
    if (outcome.levelsRun() < levels) {
      notes.add("%d of %d levels were run".formatted(outcome.levelsRun(), levels));
    }
    if (!outcome.reason().isEmpty()) {
      notes.add(outcome.reason());
    }
    pauses(outcome.pauses()).ifPresent(notes::add);
    return notes;
  }

  /// Other clients of this kind come back at once, and count many more failures.
  private static Optional<String> pauses(FailurePauses pauses) {
    return pauses.count() == 0
        ? Optional.empty()
        : Optional.of(
            "users of the closed loop paused for 0.1 s after each failure: "
                + Figures.counted(pauses.count(), "pause")
                + ", "
                + Figures.number(pauses.nanos() / 1e9)
                + " s of users' time in all");
  }
}
