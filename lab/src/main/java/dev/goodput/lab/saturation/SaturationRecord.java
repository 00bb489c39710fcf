package dev.goodput.lab.saturation;

import dev.goodput.lab.BenchListener;
import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.RecordedLevels;
import dev.goodput.lab.Target;
import dev.goodput.lab.saturation.SaturationResult.Ending;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.saturation.Axis;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurveReading;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;

/// The levels in a run directory: carried out and kept there, or read again from there.
///
/// The log holds every request, the manifest what was tried and how it ended; what the levels
/// showed is computed from the log each time.
public final class SaturationRecord {
  private static final String AXIS = "saturate.axis";
  private static final String ENDING = "saturate.ending";
  private static final String REASON = "saturate.reason";
  private static final String PROFILED = "saturate.profiled_level";

  private SaturationRecord() {}

  /// Whether a run is one.
  public static boolean isOne(Manifest manifest) {
    return manifest.text(AXIS).isPresent();
  }

  /// Carries it out on the calling thread.
  ///
  /// @throws RecordException where the log cannot be written
  /// @throws dev.goodput.workload.input.WorkloadException where the workload cannot be read on
  public static SaturationResult run(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      SaturationListener listener,
      Profiler profiler) {
    directory.updateManifest(
        directory
            .manifest()
            .with(AXIS, plan.axis().word())
            .with("saturate.growth", plan.growth())
            .with("saturate.level_s", plan.levelNanos() / 1e9));
    try (RecordedLevels levels = RecordedLevels.begin(bench, target, directory, progress)) {
      SaturationResult found =
          Saturation.run(plan, bench, target, levels, listener, new Noted(profiler, directory));
      directory.updateManifest(
          levels
              .addTo(directory.manifest())
              .with(ENDING, found.ending().word())
              .with(REASON, found.reason()));
      return found;
    }
  }

  /// Notes the level of a profiler before it begins: whatever becomes of the rest, it is no part of
  /// the curve.
  private record Noted(Profiler profiler, RunDirectory directory) implements Profiler {
    @Override
    public boolean wanted() {
      return profiler.wanted();
    }

    @Override
    public void begin(double load, int level) {
      directory.updateManifest(directory.manifest().with(PROFILED, level));
      profiler.begin(load, level);
    }

    @Override
    public void end(double load) {
      profiler.end(load);
    }
  }

  /// What was found, from the log; of one that was killed as well.
  ///
  /// @param result of the same directory
  /// @param maxErrorRate failures ÷ requests that are allowed
  /// @throws RecordException.BadValue where the manifest makes no sense
  public static SaturationResult read(
      RunDirectory directory, RunResult result, double maxErrorRate) {
    Manifest manifest = directory.manifest();
    String word = manifest.text(AXIS).orElse("");
    Axis axis = Axis.named(word);
    if (axis == null) {
      throw new RecordException.BadValue(AXIS, word, "concurrency or rate");
    }
    int profiled = Math.toIntExact(manifest.whole(PROFILED).orElse(-1));
    CurveReading reading = CurveReading.of(directory, result);
    return new SaturationResult(
        axis,
        manifest.text(ENDING).map(Ending::named).orElse(Ending.INTERRUPTED),
        manifest.text(REASON).orElse("it was killed"),
        new Curve(axis, reading.points(result, axis, profiled), maxErrorRate),
        reading.floodRps().orElse(null),
        profiled);
  }
}
