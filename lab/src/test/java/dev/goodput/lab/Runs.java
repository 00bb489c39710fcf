package dev.goodput.lab;

import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A bench that ran, and what its log holds.
///
/// @param outcome how it ended
/// @param directory where it lies
/// @param entries all of its log
record Runs(BenchOutcome outcome, RunDirectory directory, List<LogEntry> entries) {

  static Runs of(BenchPlan plan, Target target, Path folder) {
    return of(plan, target, folder, BenchListener.SILENT);
  }

  static Runs of(BenchPlan plan, Target target, Path folder, BenchListener listener) {
    RunDirectory directory = RunDirectory.create(folder, Manifest.empty());
    BenchOutcome outcome = Bench.run(plan, target, directory, listener);
    List<LogEntry> entries = new ArrayList<>();
    directory.read(entries::add);
    return new Runs(outcome, directory, entries);
  }

  private <T> List<T> only(Class<T> kind) {
    return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  List<RequestRecord> records() {
    return only(RequestRecord.class);
  }

  List<LevelStarted> begun() {
    return only(LevelStarted.class);
  }

  List<LevelEnded> ended() {
    return only(LevelEnded.class);
  }
}
