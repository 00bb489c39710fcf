package dev.goodput.app.bench;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.analysis.Warmup;
import dev.goodput.record.words.Quantities;
import dev.goodput.workload.arrival.Arrivals;
import java.time.Duration;
import java.util.List;

/// Refuses options that contradict themselves or each other, before anything is opened.
final class BenchChecks {
  private BenchChecks() {}

  /// Refuses a warm-up and a cool-down that leave nothing to judge, where the options tell.
  ///
  /// @throws dev.goodput.app.AppException.Usage with both lengths in the line
  static void window(AnalysisOptions judged, List<LevelPlan> levels) {
    long warmup = judged.warmup() instanceof Warmup.Fixed(long nanos) ? nanos : 0;
    long cooldown = judged.cooldownNanos();
    String asked = asked("--warmup", warmup) + asked("--cooldown", cooldown);
    for (LevelPlan level : levels) {
      long lasts = level.durationNanos();
      refuse(
          lasts > 0 && warmup + cooldown >= lasts,
          asked
              + "leaves nothing of a run of "
              + Quantities.format(Duration.ofNanos(lasts))
              + "; ask for less, or for a longer --duration");
      refuse(
          warmup + cooldown > 0 && level.arrivals() instanceof Arrivals.Burst,
          asked + "leaves nothing of --arrivals burst, where all begin at once; leave it out");
    }
  }

  private static String asked(String option, long nanos) {
    return nanos == 0 ? "" : option + " " + Quantities.format(Duration.ofNanos(nanos)) + " ";
  }
}
