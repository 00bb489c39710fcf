package dev.goodput.app.compare;

import dev.goodput.app.asking.TargetSession;
import dev.goodput.app.run.Judgement;
import dev.goodput.app.run.OutputFiles;
import dev.goodput.app.run.RunNotes;
import dev.goodput.app.run.RunReport;
import dev.goodput.lab.comparison.ComparisonRecord;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import java.nio.file.Path;
import java.util.List;

/// One side's run below the directory of its comparison: a whole one, as `bench` leaves it.
public final class SideRun {
  private SideRun() {}

  /// Makes its directory.
  ///
  /// @param home of the comparison
  /// @param judgement how its levels, which are runs of one load, are judged
  /// @param arrivals how they come about
  /// @param runs how many levels are planned
  /// @throws dev.goodput.record.RecordException where it cannot be made
  public static RunDirectory begin(
      RunDirectory home,
      Side side,
      TargetSession opened,
      Judgement judgement,
      ArrivalKind arrivals,
      int runs) {
    Manifest manifest =
        judgement
            .repeated()
            .addTo(opened.addTo(Manifest.empty()))
            .with("run.arrivals", arrivals.word())
            .with("run.repeats", runs);
    Path path = ComparisonRecord.side(home.path(), side);
    String id = home.path().getFileName() + "-" + path.getFileName();
    manifest = common(home.manifest(), manifest).with("run.id", id);
    manifest = RunNotes.keep(manifest, opened.notes());
    return RunDirectory.create(path, RunNotes.keep(manifest, opened.target().facts().notes()));
  }

  /// The manifest with what the comparison's says of both sides.
  private static Manifest common(Manifest home, Manifest own) {
    Manifest told = own;
    for (var fact : home.values().entrySet()) {
      String key = fact.getKey();
      boolean common = key.startsWith("host.") || key.startsWith("goodput.");
      boolean run = key.equals("run.command") || key.equals("run.started");
      told = common || run ? told.with(key, fact.getValue()) : told;
    }
    return told;
  }

  /// Keeps what only the end of the asking tells, and writes its document and its page.
  public static void end(RunDirectory run, TargetSession opened) {
    run.updateManifest(RunNotes.keep(run.manifest(), opened.closingNotes()));
    RunReport report = RunReport.of(run, Judgement.of(run.manifest()), List.of());
    report.requireWritten(report.write(OutputFiles.beside(run.path()), told -> {}));
  }
}
