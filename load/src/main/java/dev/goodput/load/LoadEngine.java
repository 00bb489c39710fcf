package dev.goodput.load;

import dev.goodput.workload.arrival.Arrivals;
import org.jspecify.annotations.Nullable;

/// Carries out levels of load, one after another, on event loops that stay.
///
/// [#run] works on the thread that calls it: it drains finished records, hands them on, samples the
/// client's health, and returns when the level is over. [#drain] and [#stop] may come from any
/// thread at any time and hold for all levels after them too.
public final class LoadEngine {
  private final EngineOptions options;
  private @Nullable LevelRun running;
  private @Nullable Interruption interruption;

  /// On these loops.
  public LoadEngine(EngineOptions options) {
    this.options = options;
  }

  /// Carries one level out.
  ///
  /// @throws LoadException where the plan cannot be carried out
  /// @throws RuntimeException what the workload's source, the encoder or the sink threw; the level
  ///   was stopped then
  public LevelOutcome run(LevelTask task, LoadSink sink) {
    if (endless(task.plan())) {
      throw new LoadException.Endless();
    }
    LevelRun level = new LevelRun(options, task, sink);
    Interruption before;
    synchronized (this) {
      running = level;
      before = interruption;
    }
    if (before != null) {
      level.interrupt(before);
    }
    try {
      return level.run();
    } finally {
      synchronized (this) {
        running = null;
      }
    }
  }

  private static boolean endless(LevelPlan plan) {
    boolean unlimited = plan.requests() == 0 && plan.durationNanos() == 0;
    return switch (plan.arrivals()) {
      case Arrivals.Closed _, Arrivals.Constant _, Arrivals.Poisson _, Arrivals.Gamma _ ->
          unlimited;
      case Arrivals.Trace _, Arrivals.Stages _, Arrivals.Burst _ -> false;
    };
  }

  /// Takes up nothing more, and follows what is in flight to its end.
  public void drain() {
    interrupt(Interruption.DRAIN);
  }

  /// Leaves everything at once.
  public void stop() {
    interrupt(Interruption.STOP);
  }

  private void interrupt(Interruption why) {
    LevelRun level;
    synchronized (this) {
      interruption = why;
      level = running;
    }
    if (level != null) {
      level.interrupt(why);
    }
  }
}
