package dev.goodput.runner.measure;

import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunNotes;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.directory.OutputFiles;
import dev.goodput.runner.directory.RunRecorder;
import dev.goodput.runner.endpoint.TargetSession;
import dev.goodput.runner.report.RunReport;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A measurement of one or two sides of a comparison. Each side has a run of its own, as `bench`
/// leaves it, below the directory of the comparison.
public interface SidedExperiment extends Measurement {
  /// Returns the arrival process of every run.
  ArrivalKind arrivals();

  /// Returns how many runs of each side are planned.
  int runs();

  /// Returns the manifest of the comparison.
  Manifest manifest(OpenTargets opened);

  /// Returns the lines to print before the first request, such as how long the measurement takes.
  List<String> remarks(OpenTargets opened);

  /// Returns the sides that send requests, with their targets.
  default Map<Side, TargetSession> sides(OpenTargets opened) {
    return new EnumMap<>(Map.of(Side.A, opened.first(), Side.B, opened.last()));
  }

  /// Returns a target in words: its model and its address, or a simulated engine.
  static String name(TargetSession opened) {
    return opened.endpoint().isEmpty()
        ? "simulated " + opened.address()
        : opened.target().facts().model() + " on " + opened.address();
  }

  @Override
  default RunRecorder start(OpenTargets opened, List<String> typed, Consumer<String> print) {
    RunRecorder recorder =
        RunRecorder.create(setup().output(), setup().folder(), typed, manifest(opened));
    remarks(opened).forEach(print);
    return recorder;
  }

  /// Creates the directory of a side's run.
  ///
  /// @param parent the directory of the comparison
  /// @throws dev.goodput.record.RecordException if it cannot be created
  default RunDirectory start(RunDirectory parent, Side side, TargetSession opened) {
    Path path = ComparisonRecord.side(parent.path(), side);
    // The levels of a side are runs of one load.
    Manifest manifest =
        setup()
            .judgement()
            .repeated()
            .addTo(opened.addTo(Manifest.empty()))
            .with("run.arrivals", arrivals().word())
            .with("run.repeats", runs())
            .with("run.id", parent.path().getFileName() + "-" + path.getFileName());
    for (var fact : parent.manifest().values().entrySet()) {
      String key = fact.getKey();
      boolean common = key.startsWith("host.") || key.startsWith("goodput.");
      if (common || key.equals("run.command") || key.equals("run.started")) {
        manifest = manifest.with(key, fact.getValue());
      }
    }
    manifest = RunNotes.keep(manifest, opened.notes());
    return RunDirectory.create(path, RunNotes.keep(manifest, opened.target().facts().notes()));
  }

  /// Returns the outcome of pairs of runs.
  ///
  /// @param first the directory of the side that starts
  static Measured measured(ComparisonResult pairs, RunDirectory first) {
    SideFailure failure = pairs.failure();
    AppException why =
        failure == null
            ? null
            : new AppException.NoAnswer(ExitCode.of(failure.conclusion()), failure.reason());
    boolean anything = !pairs.pairs().isEmpty() || first.state().blocksRead() > 0;
    return new Measured(anything, List.of(), why);
  }

  /// Stores the closing notes of each side, and writes its document and its page.
  @Override
  default void ended(OpenTargets opened, RunDirectory parent) {
    sides(opened)
        .forEach((side, target) -> {
          RunDirectory run = RunDirectory.open(ComparisonRecord.side(parent.path(), side));
          run.updateManifest(RunNotes.keep(run.manifest(), target.closingNotes()));
          RunReport report = RunReport.of(run, Judgement.of(run.manifest()), List.of());
          report.requireWritten(report.write(OutputFiles.nextTo(run.path()), _ -> {}));
        });
  }
}
