package dev.goodput.lab.comparison;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelOutcome;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.comparison.GateResult;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.GateVerdict;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Compares two targets by pairs of runs: both sides of a pair are asked the same requests at the
/// same moments, one after the other, A first in the first pair, B first in the second, and so on.
/// Each pair has a seed of its own.
///
/// Where A and B are one target, the pairs tell what this set-up sees where nothing differs
/// ([ComparisonResult#falseAlarms]). Prompts then begin otherwise in each run, so that none is
/// found in the cache of the server that was just asked it; lengths and arrivals stay the same.
public final class Comparison {
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
  private boolean ran;

  private Comparison(
      ComparisonPlan plan,
      BenchPlan bench,
      Target a,
      Target b,
      ComparisonSinks sinks,
      ComparisonListener listener) {
    this.plan = plan;
    this.bench = bench;
    this.a = a;
    this.b = b;
    this.sinks = sinks;
    this.listener = listener;
  }

  /// Runs on the calling thread, until the pairs are over, or a target is drained, stopped or
  /// answers nothing; what is over by then is judged. The targets are to be warmed up before.
  ///
  /// @param bench what to ask and how; its levels are not asked, and its pause goes between runs
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
    GateStage first = stage(false, plan.rule());
    GateStage fresh = null;
    if (plan.confirm() && first.verdict() == GateVerdict.REGRESSED && goesOn()) {
      listener.confirming(first);
      fresh = stage(true, plan.rule().withMetrics(first.regressed()));
    }
    return new ComparisonResult(
        outcome.ending(),
        outcome.reason(),
        pairs,
        new GateResult(first, fresh),
        ComparisonNotes.of(pairs));
  }

  private boolean goesOn() {
    return outcome.ending().asPlanned();
  }

  private GateStage stage(boolean fresh, GateRule rule) {
    int from = fresh ? plan.pairs() : 0;
    for (int index = from; index < from + plan.pairs() && goesOn(); index++) {
      ComparedPair pair = pair(index, fresh);
      if (pair != null) {
        pairs.add(pair);
        listener.pairEnded(pair);
      }
    }
    List<ComparedPair> ofStage = pairs.stream().filter(pair -> pair.fresh() == fresh).toList();
    return rule.judge(ComparisonResult.counted(ofStage));
  }

  private @Nullable ComparedPair pair(int index, boolean fresh) {
    boolean first = index % 2 == 0;
    LevelResult one = side(first ? Side.A : Side.B, index, fresh);
    LevelResult two = one == null ? null : side(first ? Side.B : Side.A, index, fresh);
    if (one == null || two == null) {
      return null;
    }
    return new ComparedPair(
        index, fresh, levels(index, bench).seed(index), first ? one : two, first ? two : one);
  }

  /// One run; absent where it did not end as planned.
  private @Nullable LevelResult side(Side side, int index, boolean fresh) {
    Target target = side == Side.A ? a : b;
    if (ran) {
      target.pause(bench.pauseNanos());
    }
    LevelOutcome interrupted = interrupted();
    if (interrupted != null) {
      outcome = interrupted;
      return null;
    }
    ran = true;
    listener.runBegins(side, index, (fresh ? 2 : 1) * plan.pairs());
    BenchPlan asked = levels(index, a.equals(b) ? unlike(side, index) : bench);
    RunWatch watch = new RunWatch(sinks.of(side, index));
    outcome = target.run(asked, index, asked.source(index), watch);
    return goesOn() ? watch.analyse(plan.analysis()) : null;
  }

  private @Nullable LevelOutcome interrupted() {
    LevelOutcome ofA = a.interrupted();
    return ofA == null ? b.interrupted() : ofA;
  }

  /// As many levels as there were pairs, so that each has the seed of its place.
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
}
