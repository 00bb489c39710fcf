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

/// The complete plan of a bench; the same plan sends the same requests.
///
/// @param workload the requests to send
/// @param open how the workload is opened; its seed is that of the first level
/// @param levels the levels, in the order in which they run
/// @param ask the options of every request
/// @param retry when a failed request is retried
/// @param cancellation which users cancel early
/// @param timeouts the timeouts of every exchange
/// @param tokenizer counts the tokens of prompts and responses in addition to the server's usage;
///   null for none
/// @param drainNanos how long requests in flight may continue after an interruption, 0 for no limit
/// @param pauseNanos quiet time between levels, after all requests of the previous level have ended
/// @param sameRequests whether all levels send the requests of the first; otherwise each has its
///   own
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
    long pauseNanos,
    boolean sameRequests) {

  /// A pause that lets the server's queues and the client's garbage collector settle.
  public static final long DEFAULT_PAUSE_NANOS = 1_000_000_000;

  /// A plan whose levels send different requests.
  public BenchPlan(
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
    this(
        workload,
        open,
        levels,
        ask,
        retry,
        cancellation,
        timeouts,
        tokenizer,
        drainNanos,
        pauseNanos,
        false);
  }

  /// Copies the levels.
  public BenchPlan {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("a bench needs at least one level");
    }
  }

  /// Returns the run's seed.
  public long seed() {
    return open.seed();
  }

  /// Returns the seed of one level. The first level has the run's own seed, later levels have
  /// others, so no level finds the prompts of an earlier one in the server's cache. Runs with
  /// neighbouring seeds have no level in common.
  public long seed(int level) {
    return seed(open.seed(), level);
  }

  /// Returns the seed of one level of a run with a given seed.
  public static long seed(long run, int level) {
    return level == 0 ? run : RandomStream.mix(RandomStream.mix(run) + level);
  }

  /// Returns the load of one level, in the form that listeners receive.
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

  /// Returns this plan with another last level at `index`, keeping the levels before it.
  public BenchPlan withLevel(int index, LevelPlan level) {
    List<LevelPlan> more = new ArrayList<>(levels.subList(0, index));
    more.add(level);
    return with(open, more, ask, sameRequests);
  }

  /// Returns this plan with other options for opening the workload.
  public BenchPlan withOpen(OpenOptions other) {
    return with(other, levels, ask, sameRequests);
  }

  /// Returns this plan for a target, with its name of the model.
  public BenchPlan of(TargetFacts facts) {
    return with(open, levels, ask.to(facts), sameRequests);
  }

  /// Returns this plan without requests that any of these targets cannot take, so that all targets
  /// can be sent the same requests.
  public BenchPlan fitting(List<TargetFacts> targets) {
    LengthLimits limits = open.limits();
    for (TargetFacts facts : targets) {
      limits = limits.atMost(facts.maxModelLen().orElse(0));
    }
    return withOpen(open.withLimits(limits));
  }

  /// Returns this plan with the same requests at each level, in the same order. Their times still
  /// differ from level to level.
  public BenchPlan withSameRequests() {
    return with(open, levels, ask, true);
  }

  private BenchPlan with(
      OpenOptions nextOpen, List<LevelPlan> nextLevels, AskOptions nextAsk, boolean same) {
    return new BenchPlan(
        workload,
        nextOpen,
        nextLevels,
        nextAsk,
        retry,
        cancellation,
        timeouts,
        tokenizer,
        drainNanos,
        pauseNanos,
        same);
  }

  /// Opens the workload for one level.
  public SessionSource source(int level) {
    return workload.open(
        new OpenOptions(
            sameRequests ? open.seed() : seed(level),
            open.prompts(),
            open.limits(),
            open.replay(),
            open.shape(),
            open.cacheBust()));
  }
}
