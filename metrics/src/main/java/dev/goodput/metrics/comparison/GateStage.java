package dev.goodput.metrics.comparison;

import java.util.List;

/// What the gate says of one set of runs.
///
/// @param rule by which it judges
/// @param metrics each of the rule's, in its order
public record GateStage(GateRule rule, List<Judged> metrics) {
  /// Copies the list.
  public GateStage {
    metrics = List.copyOf(metrics);
  }

  /// What is said by one metric.
  ///
  /// @param difference between A and B
  /// @param correctedP the p-value of a slowdown that is allowed, by Holm for the whole set
  /// @param verdict by this metric
  public record Judged(Difference difference, double correctedP, GateVerdict verdict) {}

  /// Regressed by some metric, or ok by all, or neither.
  public GateVerdict verdict() {
    if (!regressed().isEmpty()) {
      return GateVerdict.REGRESSED;
    }
    boolean ok = metrics.stream().allMatch(each -> each.verdict() == GateVerdict.OK);
    return ok ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
  }

  /// The metrics by which B is too slow.
  public List<ComparedMetric> regressed() {
    return metrics.stream()
        .filter(each -> each.verdict() == GateVerdict.REGRESSED)
        .map(each -> each.difference().metric())
        .toList();
  }

  /// How many fresh pairs, or runs, would settle every metric that is open, four times in five
  /// each, were the slowdowns as they look now ([Difference#runsToSettle]); 0 where none is open,
  /// or where one is about as slow as is just allowed, so that no affordable number tells. They are
  /// judged alone: whoever adds them to those that were looked at already looks until the answer
  /// pleases.
  public int runsToSettle() {
    int most = 0;
    for (Judged each : metrics) {
      if (each.verdict() == GateVerdict.INCONCLUSIVE) {
        int runs = rule.runsToSettle(each.difference());
        if (runs == 0) {
          return 0;
        }
        most = Math.max(most, runs);
      }
    }
    return most;
  }
}
