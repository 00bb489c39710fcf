package dev.goodput.lab.comparison;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.ComparisonResult;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.workload.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Compares two targets by pairs of runs. Both sides of a pair are sent the same requests at the
/// same times in an open loop, one side after the other. A is first in the first pair, B in the
/// second, and so on; a void pair does not change the order. Each pair has its own seed. Each side
/// is sent its own name of the model, and no request that is too long for either side.
///
/// If A and B are one target or lead to one server, prompts start differently in each run, so that
/// none is in the cache of a server that has just received it; lengths and arrivals stay the same.
/// For one target, the pairs show what this setup measures where nothing differs
/// ([ComparisonResult#falseAlarms]).
public final class Comparison {
  /// Enough requests that engines have finished their first-request initialization.
  private static final long WARM_REQUESTS = 20;

  private static final long WARM_NANOS = 10_000_000_000L;

  private static final LevelOutcome UNINTERRUPTED =
      new LevelOutcome(LevelEnded.Ending.COMPLETE, "");

  private final ComparisonPlan plan;
  private final BenchPlan bench;
  private final Target a;
  private final Target b;
  private final ComparisonSinks sinks;
  private final ComparisonListener listener;
  private final List<ComparedPair> pairs = new ArrayList<>();
  private LevelOutcome outcome = UNINTERRUPTED;
  private @Nullable SideFailure failure;
  private boolean ran;
  private int next;
  private int freshFrom = -1;

  private Comparison(
      ComparisonPlan plan,
      BenchPlan bench,
      Target a,
      Target b,
      ComparisonSinks sinks,
      ComparisonListener listener) {
    this.plan = plan;
    this.bench = bench.fitting(List.of(a.facts(), b.facts()));
    this.a = a;
    this.b = b;
    this.sinks = sinks;
    this.listener = listener;
  }

  /// Runs on the calling thread, until the pairs have ended, or a target is drained, stopped or
  /// does not respond; the pairs that have ended by then are judged. The client's own path must be
  /// warmed up before. Each side is first sent a few requests that are not recorded.
  ///
  /// @param bench the requests to send and their options; its levels are ignored, and its pause is
  ///   made between runs
  /// @param a the baseline
  /// @param b the candidate, or the same object as `a`
  public static ComparisonResult run(
      ComparisonPlan plan,
      BenchPlan bench,
      Target a,
      Target b,
      ComparisonSinks sinks,
      ComparisonListener listener) {
    return new Comparison(plan, bench, a, b, sinks, listener).run();
  }

  private ComparisonResult run() {
    warm(Side.A);
    if (!a.equals(b) && continues()) {
      warm(Side.B);
    }
    stage(false);
    ComparisonResult first = result();
    if (plan.confirm() && first.gate().first().verdict() == GateVerdict.REGRESSED && continues()) {
      freshFrom = next;
      listener.confirming(first.gate().first(), next);
      stage(true);
    }
    return result();
  }

  private ComparisonResult result() {
    String reason = failure == null ? outcome.reason() : failure.reason();
    return ComparisonResult.of(outcome.ending(), reason, failure, pairs, plan.stages());
  }

  private boolean continues() {
    return outcome.ending().asPlanned();
  }

  /// Sends a few requests that are not recorded, so that no side starts cold.
  private void warm(Side side) {
    LevelOutcome interrupted = interrupted();
    if (interrupted == null) {
      RunWatch watch = new RunWatch(entry -> {});
      listener.warms(side);
      outcome = warm(plan.level(), bench, target(side), watch);
      checkFailure(side, "", watch);
    } else {
      outcome = interrupted;
    }
  }

  /// Sends a target a few requests of a load, different from those of every run, so that its first
  /// requests are not measured.
  ///
  /// @param bench the requests to send and their options
  public static LevelOutcome warm(LevelPlan load, BenchPlan bench, Target target, LoadSink sink) {
    LevelPlan few =
        new LevelPlan(
            load.arrivals(), load.concurrency(), WARM_REQUESTS, WARM_NANOS, load.maxInFlight());
    long seed = RandomStream.mix(~bench.seed());
    BenchPlan requested = bench.withOpen(bench.open().withSeed(seed)).withLevel(0, few);
    return target.run(requested.of(target.facts()), 0, requested.source(0), sink);
  }

  private Target target(Side side) {
    return side == Side.A ? a : b;
  }

  /// Notes whether a side has just ended the comparison by not responding.
  private void checkFailure(Side side, String where, LogSource run) {
    if (outcome.ending() == LevelEnded.Ending.ALL_FAILED) {
      boolean reached = !pairs.isEmpty() || RunAnalysis.reached(run, plan.analysis());
      failure = SideFailure.of(side, where, outcome.reason(), reached);
    }
  }

  /// Runs pairs until the planned number count; void pairs are repeated with other seeds.
  private void stage(boolean fresh) {
    int counted = 0;
    int from = next;
    while (counted < plan.pairs() && next - from < plan.maxPairs() && continues()) {
      ComparedPair pair = pair(next, fresh);
      if (pair != null) {
        next++;
        pairs.add(pair);
        counted += pair.voidReason().isEmpty() ? 1 : 0;
        listener.pairEnded(pair);
      }
    }
  }

  private @Nullable ComparedPair pair(int index, boolean fresh) {
    boolean first = ComparisonResult.counted(pairs).size() % 2 == 0;
    RunWatch one = side(first ? Side.A : Side.B, index);
    RunWatch two = one == null ? null : side(first ? Side.B : Side.A, index);
    if (one == null || two == null) {
      return null;
    }
    return first ? judged(index, fresh, one, two) : judged(index, fresh, two, one);
  }

  private ComparedPair judged(int index, boolean fresh, RunWatch ofA, RunWatch ofB) {
    AnalysisOptions options = plan.analysis();
    LevelResult resultA = RunAnalysis.of(ofA, options);
    LevelResult resultB = RunAnalysis.of(ofB, options);
    long cut = RunAnalysis.cut(resultA, resultB);
    return new ComparedPair(
        index, fresh, bench.seed(index), cut(ofA, resultA, cut), cut(ofB, resultB, cut));
  }

  private LevelResult cut(RunWatch run, LevelResult result, long cut) {
    AnalysisOptions options = plan.analysis();
    return RunAnalysis.again(result, cut, options)
        ? RunAnalysis.of(run, RunAnalysis.cutAt(cut, options))
        : result;
  }

  /// Runs one side; returns null if the run did not end as planned.
  private @Nullable RunWatch side(Side side, int index) {
    Target target = target(side);
    if (!awaitPause(target)) {
      return null;
    }
    listener.runStarts(side, index, freshFrom < 0 ? plan.pairs() : freshFrom + plan.pairs());
    boolean one = plan.oneServer() || a.equals(b);
    BenchPlan requested = levels(index, one ? unlike(side, index) : bench).of(target.facts());
    RunWatch watch = new RunWatch(sinks.of(side, index, requested));
    outcome = target.run(requested, index, requested.source(index), watch);
    sinks.ended(side, index, outcome);
    checkFailure(side, " any more, in pair " + (index + 1), watch);
    return continues() ? watch : null;
  }

  /// Waits for the pause; returns false if it is interrupted.
  private boolean awaitPause(Target target) {
    if (ran) {
      target.pause(bench.pauseNanos());
    }
    ran = true;
    LevelOutcome interrupted = interrupted();
    outcome = interrupted == null ? outcome : interrupted;
    return interrupted == null;
  }

  private @Nullable LevelOutcome interrupted() {
    LevelOutcome ofA = a.interrupted();
    return ofA == null ? b.interrupted() : ofA;
  }

  /// Returns a plan with as many levels as there were pairs, so that each pair has the seed of its
  /// position.
  private BenchPlan levels(int index, BenchPlan of) {
    BenchPlan plans = of;
    for (int i = 0; i <= index; i++) {
      plans = plans.withLevel(i, plan.level());
    }
    return plans;
  }

  private BenchPlan unlike(Side side, int index) {
    long run = 2L * index + (side == Side.A ? 0 : 1);
    return bench.withOpen(bench.open().withCacheBust(RandomStream.mix(bench.seed() ^ ~run)));
  }

  /// Stores the entries of one run for its analysis, and forwards everything.
  private static final class RunWatch implements LoadSink, LogSource {
    private final LoadSink next;
    private final List<LogEntry> entries = new ArrayList<>();

    RunWatch(LoadSink next) {
      this.next = next;
    }

    @Override
    public void entry(LogEntry entry) {
      next.entry(entry);
      entries.add(entry);
    }

    @Override
    public void tick(LoadSnapshot snapshot) {
      next.tick(snapshot);
    }

    @Override
    public void read(Consumer<? super LogEntry> consumer) {
      entries.forEach(consumer);
    }
  }
}
