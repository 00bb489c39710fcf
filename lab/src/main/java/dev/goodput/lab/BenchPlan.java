package dev.goodput.lab;

import dev.goodput.load.Cancellation;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.Retry;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.workload.LengthLimits;
import dev.goodput.workload.OpenOptions;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.Workload;
import dev.goodput.workload.random.RandomStream;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that a bench needs to know; the same plan asks the same again.
///
/// @param workload what to ask
/// @param open how the workload is opened; its seed is that of the first level
/// @param levels in the order in which they run
/// @param ask how every request is asked
/// @param retry when a failed request is tried again
/// @param cancellation who leaves early
/// @param timeouts of every exchange
/// @param tokenizer counts prompts and answers beside the server's usage; null for none
/// @param drainNanos how long what is in flight may go on after an interruption, 0 for no limit
/// @param pauseNanos quiet time between levels, after all requests of the one before have ended
public record BenchPlan(
    Workload workload,
    OpenOptions open,
    List<LevelPlan> levels,
    AskOptions ask,
    Retry retry,
    Cancellation cancellation,
    Timeouts timeouts,
    @Nullable Tokenizer tokenizer,
    long drainNanos,
    long pauseNanos) {

  /// A pause that lets a server's queues and a client's collector settle.
  public static final long USUAL_PAUSE_NANOS = 1_000_000_000;

  /// Copies the levels.
  public BenchPlan {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("a bench needs at least one level");
    }
  }

  /// The run's seed.
  public long seed() {
    return open.seed();
  }

  /// The seed of one level: the run's own for the first, others after it, so that no level finds
  /// the prompts of an earlier one in the server's cache. Runs of neighbouring seeds have no level
  /// in common.
  public long seed(int level) {
    return seed(open.seed(), level);
  }

  /// The seed of one level of a run of a seed.
  public static long seed(long run, int level) {
    return level == 0 ? run : RandomStream.mix(RandomStream.mix(run) + level);
  }

  /// The load of one level, as a listener hears it.
  BenchListener.Load load(int level) {
    LevelPlan plan = levels.get(level);
    return new BenchListener.Load(
        plan.arrivals().name(),
        plan.arrivals().profile(),
        plan.rate(),
        plan.concurrency(),
        plan.maxInFlight(),
        plan.slice().of() == 1 ? "" : plan.slice().toString());
  }

  /// The same with another level at its end; levels before it are those it has.
  public BenchPlan withLevel(int index, LevelPlan level) {
    List<LevelPlan> more = new ArrayList<>(levels.subList(0, index));
    more.add(level);
    return new BenchPlan(
        workload,
        open,
        more,
        ask,
        retry,
        cancellation,
        timeouts,
        tokenizer,
        drainNanos,
        pauseNanos);
  }

  /// The same with the workload opened otherwise.
  public BenchPlan withOpen(OpenOptions other) {
    return new BenchPlan(
        workload,
        other,
        levels,
        ask,
        retry,
        cancellation,
        timeouts,
        tokenizer,
        drainNanos,
        pauseNanos);
  }

  /// The same asked of a target, by its own name of the model.
  public BenchPlan of(TargetFacts facts) {
    return new BenchPlan(
        workload,
        open,
        levels,
        ask.to(facts),
        retry,
        cancellation,
        timeouts,
        tokenizer,
        drainNanos,
        pauseNanos);
  }

  /// The same with no request that one of these targets cannot take, so that each can be asked all.
  public BenchPlan fitting(List<TargetFacts> targets) {
    LengthLimits limits = open.limits();
    for (TargetFacts facts : targets) {
      limits = limits.atMost(facts.maxModelLen().orElse(0));
    }
    return withOpen(open.withLimits(limits));
  }

  /// Opens the workload for one level.
  public SessionSource source(int level) {
    return workload.open(
        new OpenOptions(
            seed(level),
            open.prompts(),
            open.limits(),
            open.replay(),
            open.shape(),
            open.cacheBust()));
  }
}
