package dev.goodput.metrics.comparison;

import dev.goodput.record.LevelEnded;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The result of a comparison.
///
/// @param ending the ending of its last run
/// @param reason why that run did not end as planned, in one clear line; empty if it did
/// @param failure the side that ended the comparison by not responding; null if none did
/// @param pairs the pairs with two finished runs, new ones last, including void pairs
/// @param gate the gate's result for the valid pairs
/// @param notes notes for readers, one sentence each: void pairs, short runs, different responses
public record ComparisonResult(
    LevelEnded.Ending ending,
    String reason,
    @Nullable SideFailure failure,
    List<ComparedPair> pairs,
    GateResult gate,
    List<String> notes) {
  /// Copies the lists.
  public ComparisonResult {
    pairs = List.copyOf(pairs);
    notes = List.copyOf(notes);
  }

  /// Judges pairs.
  ///
  /// @param plan the plan, fixed before the first pair
  public static ComparisonResult of(
      LevelEnded.Ending ending,
      String reason,
      @Nullable SideFailure failure,
      List<ComparedPair> pairs,
      ComparisonStages plan) {
    List<RunPair> first = counted(pairs.stream().filter(pair -> !pair.fresh()).toList());
    List<RunPair> fresh = counted(pairs.stream().filter(ComparedPair::fresh).toList());
    GateStage stage = plan.rule().judge(first);
    boolean confirmed =
        plan.confirm() && stage.verdict() == GateVerdict.REGRESSED && !fresh.isEmpty();
    GateStage confirmation =
        confirmed ? plan.rule().withMetrics(stage.regressed()).judge(fresh) : null;
    int fewest = confirmation == null ? first.size() : Math.min(first.size(), fresh.size());
    boolean complete = fewest >= plan.pairs();
    return new ComparisonResult(
        ending,
        reason,
        failure,
        pairs,
        new GateResult(stage, confirmation, complete, !plan.confirm()),
        ComparisonNotes.of(pairs));
  }

  /// Returns the figures of the valid pairs, including new ones.
  public List<RunPair> counted() {
    return counted(pairs);
  }

  /// Returns the figures of the valid pairs.
  public static List<RunPair> counted(List<ComparedPair> pairs) {
    return pairs.stream()
        .filter(pair -> pair.voidReason().isEmpty())
        .map(ComparedPair::figures)
        .toList();
  }

  /// Returns how often this setup reports a difference between identical systems, if A and B were
  /// one target, by stages of [GateRule#MIN_RUNS] pairs; empty if fewer pairs count. Pairs of two
  /// different systems say nothing about it.
  ///
  /// @param rule the rule by which false alarms are counted
  public Optional<FalseAlarms> falseAlarms(GateRule rule, long seed) {
    List<RunPair> counted = counted();
    return counted.size() < GateRule.MIN_RUNS
        ? Optional.empty()
        : Optional.of(FalseAlarms.of(counted, rule, GateRule.MIN_RUNS, new Random(seed)));
  }
}
