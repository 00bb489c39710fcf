package dev.goodput.lab.saturation;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.RecordedLevels;
import dev.goodput.lab.Target;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.saturation.Curve;
import dev.goodput.metrics.saturation.CurveReader;
import dev.goodput.metrics.saturation.LoadAxis;
import dev.goodput.metrics.saturation.SaturationResult;
import dev.goodput.metrics.saturation.SaturationResult.Ending;
import dev.goodput.metrics.saturation.TurnCount;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.RunLock;
import dev.goodput.workload.input.WorkloadException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The levels of a saturation run in a run directory: run and stored there, or read back.
///
/// The log holds every request; the manifest holds what was tried and how it ended. The results of
/// the levels are computed from the log each time.
public final class SaturationRecord {
  private static final String AXIS = RunKind.SATURATION.key();
  private static final String ENDING = "saturate.ending";
  private static final String REASON = "saturate.reason";
  private static final String PILED_UP = "saturate.piled_up";
  private static final Pattern LEVELS = Pattern.compile("(\\d{1,6}( \\d{1,6})*)?");
  private static final String BROKEN_OFF = "saturate.broken_off";
  private static final String PROFILED = "saturate.profiled_level";

  private SaturationRecord() {}

  /// Runs the experiment on the calling thread.
  ///
  /// @throws RecordException when the log cannot be written
  /// @throws dev.goodput.workload.input.WorkloadException when reading the workload fails
  public static SaturationResult run(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      SaturationListener listener,
      Profiler profiler) {
    try (RunLock _ = directory.lock()) {
      noteDown(plan, directory);
      return carryOut(plan, bench, target, directory, progress, listener, profiler);
    }
  }

  private static void noteDown(SaturationPlan plan, RunDirectory directory) {
    directory.updateManifest(
        directory
            .manifest()
            .with(AXIS, plan.axis().key())
            .with("saturate.growth", plan.growth())
            .with("saturate.level_s", plan.levelNanos() / 1e9));
  }

  private static SaturationResult carryOut(
      SaturationPlan plan,
      BenchPlan bench,
      Target target,
      RunDirectory directory,
      BenchListener progress,
      SaturationListener listener,
      Profiler profiler) {
    try (RecordedLevels levels = RecordedLevels.begin(bench, target, directory, progress)) {
      SaturationResult found =
          Saturation.run(
              plan,
              bench,
              target,
              levels,
              listener,
              new Noted(profiler, directory),
              new Recorder(directory));
      directory.updateManifest(with(levels.addTo(directory.manifest()), found));
      return found;
    } catch (RecordException | WorkloadException lost) {
      keepReason(directory, lost);
      throw lost;
    }
  }

  /// Stores the reason if the log can no longer be written (a manifest still fits) or the workload
  /// ends, so that the run is not reported as killed.
  private static void keepReason(RunDirectory directory, RuntimeException lost) {
    boolean climbed = directory.manifest().text(ENDING).isPresent();
    try {
      directory.updateManifest(
          directory
              .manifest()
              .with(climbed ? BROKEN_OFF : REASON, String.valueOf(lost.getMessage())));
    } catch (RecordException further) {
      lost.addSuppressed(further);
    }
  }

  private static Manifest with(Manifest manifest, SaturationResult found) {
    Manifest ended =
        manifest
            .with(ENDING, found.ending().key())
            .with(REASON, found.reason())
            .without(BROKEN_OFF);
    return found.brokenOff() == null ? ended : ended.with(BROKEN_OFF, found.brokenOff());
  }

  private record Recorder(RunDirectory directory) implements Saturation.Recorder {
    @Override
    public void piledUp(int level) {
      Manifest manifest = directory.manifest();
      String before = manifest.text(PILED_UP).map(levels -> levels + " ").orElse("");
      directory.updateManifest(manifest.with(PILED_UP, before + level));
    }

    @Override
    public void climbed(SaturationResult soFar) {
      directory.updateManifest(SaturationRecord.with(directory.manifest(), soFar));
    }
  }

  private static Set<Integer> piledUp(Manifest manifest) {
    String levels = manifest.text(PILED_UP).orElse("");
    if (!LEVELS.matcher(levels).matches()) {
      throw new RecordException.BadValue(PILED_UP, levels, "numbers of levels");
    }
    return Stream.of(levels.split(" "))
        .filter(Predicate.not(String::isEmpty))
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  /// A profiler whose level is noted before it starts: that level is never part of the curve,
  /// whatever happens later.
  private record Noted(Profiler profiler, RunDirectory directory) implements Profiler {
    @Override
    public boolean isEnabled() {
      return profiler.isEnabled();
    }

    @Override
    public void start(double load, int level) {
      directory.updateManifest(directory.manifest().with(PROFILED, level));
      profiler.start(load, level);
    }

    @Override
    public void end(double load) {
      profiler.end(load);
    }
  }

  /// Computes the result from the log, also for a run that was killed.
  ///
  /// @param result the figures of the same directory
  /// @param maxErrorRate the allowed failures ÷ requests
  /// @throws RecordException.BadValue when the manifest is invalid
  public static SaturationResult read(
      RunDirectory directory, RunResult result, double maxErrorRate) {
    Manifest manifest = directory.manifest();
    String word = manifest.text(AXIS).orElse("");
    LoadAxis axis = LoadAxis.named(word);
    if (axis == null) {
      throw new RecordException.BadValue(AXIS, word, "concurrency or rate");
    }
    int profiled = Math.toIntExact(manifest.whole(PROFILED).orElse(-1));
    CurveReader reading = CurveReader.of(directory, result);
    TurnCount requested = reading.requested();
    axis = axis.of(requested);
    return new SaturationResult(
        axis,
        manifest.text(ENDING).map(Ending::named).orElse(Ending.INTERRUPTED),
        manifest.text(REASON).orElse("it was killed"),
        new Curve(axis, requested, reading.points(axis, profiled, piledUp(manifest)), maxErrorRate),
        reading.floods(),
        profiled,
        manifest.text(BROKEN_OFF).orElse(null));
  }
}
