package dev.goodput.metrics.comparison;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The gate's result for one set of runs.
///
/// @param rule the rule
/// @param metrics the result of each of the rule's metrics, in its order
public record GateStage(GateRule rule, List<Judged> metrics) {
  /// Copies the list.
  public GateStage {
    metrics = List.copyOf(metrics);
  }

  /// The result for one metric.
  ///
  /// @param difference the difference between A and B
  /// @param correctedP the p-value of the allowed slowdown, Holm-corrected for the whole set
  /// @param verdict the verdict for this metric
  public record Judged(Difference difference, double correctedP, GateVerdict verdict) {
    private boolean tooFewRuns() {
      StoredSideRuns stored = difference.stored();
      int runs = stored == null ? difference.runs() : stored.runs();
      return runs + (stored == null ? difference.missing() : 0) < GateRule.MIN_RUNS;
    }
  }

  /// Returns regressed if a metric is regressed, ok if all are ok, and inconclusive otherwise.
  public GateVerdict verdict() {
    if (!regressed().isEmpty()) {
      return GateVerdict.REGRESSED;
    }
    boolean ok = metrics.stream().allMatch(each -> each.verdict() == GateVerdict.OK);
    return ok ? GateVerdict.OK : GateVerdict.INCONCLUSIVE;
  }

  /// Returns the regressed metrics.
  public List<ComparedMetric> regressed() {
    return metrics.stream()
        .filter(each -> each.verdict() == GateVerdict.REGRESSED)
        .map(each -> each.difference().metric())
        .toList();
  }

  /// Returns what would give a verdict if it is inconclusive; empty if it is not.
  public Optional<ResolutionAdvice> advice() {
    if (verdict() != GateVerdict.INCONCLUSIVE) {
      return Optional.empty();
    }
    List<Judged> open =
        metrics.stream().filter(each -> each.verdict() == GateVerdict.INCONCLUSIVE).toList();
    if (open.stream().anyMatch(each -> each.tooFewRuns())) {
      return Optional.of(ResolutionAdvice.of(ResolutionAdvice.Reason.FEW_RUNS));
    }
    if (open.stream().anyMatch(each -> each.difference().missing() > 0)) {
      return Optional.of(ResolutionAdvice.of(ResolutionAdvice.Reason.ABSENT_FIGURES));
    }
    if (open.stream().anyMatch(each -> each.difference().hasRunsAtZero())) {
      return Optional.of(ResolutionAdvice.of(ResolutionAdvice.Reason.NOTHING_LEFT));
    }
    int needed = 0;
    for (Judged each : open) {
      OptionalInt runs = rule.runsForVerdict(each.difference(), open.size());
      if (runs.isEmpty()) {
        return Optional.of(ResolutionAdvice.of(ResolutionAdvice.Reason.TOO_NEAR));
      }
      needed = Math.max(needed, runs.getAsInt());
    }
    return Optional.of(new ResolutionAdvice(ResolutionAdvice.Reason.NOISE, OptionalInt.of(needed)));
  }
}
