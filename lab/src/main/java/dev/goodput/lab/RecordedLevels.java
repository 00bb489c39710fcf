package dev.goodput.lab;

import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.LogSource;
import dev.goodput.record.Manifest;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The log of an experiment whose levels become known only while it runs: the client is warmed up,
/// the manifest is completed, and the entries are stored in a run directory. Not thread safe.
public final class RecordedLevels implements LevelLog, AutoCloseable {
  private static final String SCRATCH = "warm-up";

  private final RunDirectory directory;
  private final RunLogWriter writer;
  private final BenchListener progress;
  private int levels;
  private long begun;

  private RecordedLevels(
      RunDirectory directory, RunLogWriter writer, BenchListener progress, int levels) {
    this.directory = directory;
    this.writer = writer;
    this.progress = progress;
    this.levels = levels;
  }

  /// Warms up the client and starts the log.
  ///
  /// @param bench the plan, whatever its levels
  /// @param progress the listener for each level and its progress
  /// @throws dev.goodput.record.RecordException when the log cannot be written
  public static RecordedLevels begin(
      BenchPlan bench, Target target, RunDirectory directory, BenchListener progress) {
    Manifest entries = BenchManifest.of(directory.manifest(), bench, target.facts());
    directory.updateManifest(entries);
    return ready(bench, target, directory, progress, directory::writer, 0);
  }

  /// Warms up the client and continues the log, which may already have entries. Levels are added to
  /// the existing ones, and the manifest's facts about the target and the workload stay.
  ///
  /// @param before how many levels the log has
  /// @throws dev.goodput.record.RecordException when the log cannot be continued
  public static RecordedLevels resume(
      BenchPlan bench, Target target, RunDirectory directory, BenchListener progress, int before) {
    Manifest manifest = directory.manifest();
    TreeMap<String, String> entries =
        new TreeMap<>(BenchManifest.of(manifest, bench, target.facts()).values());
    entries.putAll(manifest.values());
    directory.updateManifest(new Manifest(entries));
    return ready(bench, target, directory, progress, directory::resumeLog, before);
  }

  private static RecordedLevels ready(
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      Supplier<RunLogWriter> log,
      int before) {
    progress.warmingUp();
    target.warmUp(bench, free(directory.path()));
    return new RecordedLevels(directory, log.get(), progress, before);
  }

  /// Returns an unused name; a killed process may have left its directory behind.
  private static Path free(Path directory) {
    Path scratch = directory.resolve(SCRATCH);
    for (int i = 2; Files.exists(scratch); i++) {
      scratch = directory.resolve(SCRATCH + "-" + i);
    }
    return scratch;
  }

  @Override
  public LoadSink of(BenchPlan bench, int index) {
    levels = index + 1;
    begun = writer.mark();
    progress.levelStarted(index, levels, bench.load(index));
    return new BenchSink(bench, index, writer, progress);
  }

  @Override
  public void ended(int index, LevelOutcome outcome) {
    writer.flush();
    progress.levelEnded(index, outcome.ending(), outcome.reason());
  }

  @Override
  public LogSource last() {
    return directory.behind(begun);
  }

  /// Adds the number of levels to a manifest.
  public Manifest addTo(Manifest manifest) {
    return manifest.with("run.levels", levels);
  }

  @Override
  public void close() {
    writer.close();
  }
}
