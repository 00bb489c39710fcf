package dev.goodput.load;

import dev.goodput.workload.arrival.Arrivals;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Carries out levels of load, one after another, on event loops that stay.
///
/// [#run] works on the thread that calls it: it drains finished records, hands them on, samples the
/// client's health, and returns when the level is over. [#drain] and [#stop] may come from any
/// thread at any time and hold for all levels after them too.
public final class LoadEngine {
  private final EngineOptions options;
  private @Nullable Consumer<Interruption> running;
  private @Nullable Interruption interruption;

  /// On these loops.
  public LoadEngine(EngineOptions options) {
    this.options = options;
  }

  /// Carries one level out in real time.
  ///
  /// @throws LoadException where the plan cannot be carried out
  /// @throws RuntimeException what the workload's source, the encoder, a loop or the sink threw;
  ///   the level was stopped then, as it is on an [Error]
  public LevelOutcome run(LevelTask task, LoadSink sink) {
    checkEnd(task.plan());
    LevelRun level = new LevelRun(options, task, sink);
    begin(level::interrupt);
    try {
      return level.run();
    } finally {
      end();
    }
  }

  /// Carries one level out in virtual time, on the first loop alone, whose clock, timers and target
  /// move with `time` only.
  ///
  /// @throws LoadException where the plan cannot be carried out
  public LevelOutcome run(LevelTask task, LoadSink sink, VirtualTime time) {
    checkEnd(task.plan());
    VirtualRun level = new VirtualRun(options, task, sink, time);
    begin(level::interrupt);
    try {
      return level.run();
    } finally {
      end();
    }
  }

  private static void checkEnd(LevelPlan plan) {
    boolean unlimited = plan.requests() == 0 && plan.durationNanos() == 0;
    boolean endless =
        switch (plan.arrivals()) {
          case Arrivals.Closed _,
              Arrivals.Constant _,
              Arrivals.Poisson _,
              Arrivals.Gamma _,
              Arrivals.PoissonUntil _ ->
              unlimited;
          case Arrivals.Trace _, Arrivals.Stages _, Arrivals.Burst _, Arrivals.Steered _ -> false;
          // Who looks now and then may do so until somebody interrupts.
          case Arrivals.Looks _ -> false;
        };
    if (endless) {
      throw new LoadException.Endless();
    }
  }

  private void begin(Consumer<Interruption> level) {
    Interruption before;
    synchronized (this) {
      running = level;
      before = interruption;
    }
    if (before != null) {
      level.accept(before);
    }
  }

  private synchronized void end() {
    running = null;
  }

  /// Takes up nothing more, and follows what is in flight to its end, as long as the options let
  /// it.
  public void drain() {
    interrupt(Interruption.DRAIN);
  }

  /// Leaves everything at once.
  public void stop() {
    interrupt(Interruption.STOP);
  }

  /// How a level would end that begins now, null where nobody drained or stopped; from any thread.
  public synchronized @Nullable LevelOutcome interrupted() {
    Interruption why = interruption;
    return why == null ? null : new LevelOutcome(why.ending(), why.reason());
  }

  private void interrupt(Interruption why) {
    Consumer<Interruption> level;
    synchronized (this) {
      interruption = why;
      level = running;
    }
    if (level != null) {
      level.accept(why);
    }
  }
}
