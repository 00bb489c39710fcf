package dev.goodput.runner.measure;

import dev.goodput.lab.BenchPlan;
import dev.goodput.load.LevelPlan;
import dev.goodput.observe.PowerSource;
import dev.goodput.observe.ServerMetricsRecorder;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunNotes;
import dev.goodput.report.terminal.ProgressView;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A measurement of one target: how the load is chosen, and what is stored and printed with it.
public interface TargetExperiment extends Measurement {
  /// Adds the options that only this command has to the manifest.
  Manifest addTo(Manifest manifest);

  /// Returns the earlier run that this one continues; empty for a new run.
  default Optional<Resumption> resumes() {
    return Optional.empty();
  }

  /// Returns facts known before the first request that affect the figures. They are stored and
  /// printed.
  ///
  /// @throws dev.goodput.runner.AppException.Usage if the earlier run cannot be continued this way
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

  /// Returns a plan for experiments that choose their own levels.
  default BenchPlan ownLevels(TargetSession opened) {
    // A plan has at least one level.
    LevelPlan any = new LevelPlan(new Arrivals.Closed(), 1, 1, 0, 0);
    return setup().common().plan(opened, List.of(any));
  }

  @Override
  default long elapsedNanos() {
    return resumes().map(Resumption::elapsedNanos).orElse(0L);
  }

  @Override
  default RunRecorder start(OpenTargets opened, List<String> typed, Consumer<String> print) {
    // Before anything in the directory changes, because this may throw.
    List<String> foreseen = foreseen(opened.first());
    List<String> facts = opened.first().target().facts().notes();
    RunRecorder recorder =
        resumes()
            .map(earlier -> {
              List<String> notes = new ArrayList<>(List.of(earlier.note()));
              notes.addAll(foreseen);
              return RunRecorder.resume(setup().output(), earlier.directory(), notes);
            })
            .orElseGet(() -> {
              Manifest manifest =
                  addTo(judgement(opened).addTo(opened.first().addTo(Manifest.empty())));
              for (List<String> notes : List.of(opened.first().notes(), facts, foreseen)) {
                manifest = RunNotes.keep(manifest, notes);
              }
              return RunRecorder.create(setup().output(), setup().folder(), typed, manifest);
            });
    List<String> known = resumes().isPresent() ? List.of() : facts;
    List.of(foreseen, remarks(), known).forEach(lines -> lines.forEach(print));
    return recorder;
  }

  @Override
  default Measured measure(OpenTargets opened, RunDirectory directory, TerminalScreen terminal) {
    TargetSession target = opened.first();
    String workload = setup().common().workload().name();
    try (ServerMetricsRecorder _ = target.watch(directory);
        ProgressView view = setup().view(workload, target.address(), opened, terminal)) {
      measureIdlePower(target);
      Measured found = measure(target, directory, view);
      List<String> notes = new ArrayList<>(found.notes());
      notes.addAll(target.closingNotes());
      return new Measured(found.anything(), notes);
    }
  }

  /// Waits while the power of the idle devices is read.
  private static void measureIdlePower(TargetSession target) {
    if (!target.power().isEmpty()) {
      try {
        Thread.sleep(PowerSource.IDLE);
      } catch (InterruptedException e) {
        // The load starts at once, without an idle power.
        Thread.currentThread().interrupt();
      }
    }
  }

  /// An earlier run to continue.
  ///
  /// @param directory the directory of the run
  /// @param elapsedNanos nanoseconds since the run began
  /// @param note a note for readers, stored with the run
  record Resumption(RunDirectory directory, long elapsedNanos, String note) {}
}
