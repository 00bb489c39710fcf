package dev.goodput.runner.report;

import dev.goodput.findings.comparison.ComparisonInput.SideVerdict;
import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.comparison.SideFailure;
import dev.goodput.metrics.result.Conclusion;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.metrics.result.SloResult;
import dev.goodput.record.RunDirectory;
import dev.goodput.report.words.Figures;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The conclusion on one side of a comparison, as for a single run. A failed side decides the exit
/// code of the comparison (docs/reference/exit-codes.md).
final class SideConclusion {
  private final Side side;
  private final RunResult result;
  private final Judgement judgement;

  private SideConclusion(Side side, RunResult result, Judgement judgement) {
    this.side = side;
    this.result = result;
    this.judgement = judgement;
  }

  /// Returns the verdict on a side that stopped responding; null if none did.
  static @Nullable SideVerdict of(@Nullable SideFailure failure) {
    return failure == null
        ? null
        : new SideVerdict(failure.side(), failure.conclusion(), "failed", failure.reason());
  }

  /// Returns the verdict on a side's run by the rules of `bench`; null if it passes. An SLO is not
  /// applied if a metric of the comparison uses it.
  ///
  /// @param metrics the metrics of the comparison
  static @Nullable SideVerdict of(
      Side side, RunDirectory run, Judgement judgement, List<ComparedMetric> metrics) {
    RunResult result = Analysis.analyse(run, judgement.repeated().options());
    boolean slo = judgement.sloRequested() && metrics.stream().noneMatch(ComparedMetric::needsSlo);
    return new SideConclusion(side, result, judgement).verdict(slo);
  }

  private @Nullable SideVerdict verdict(boolean slo) {
    Conclusion conclusion = Conclusion.of(result, false, judgement.maxErrorRate());
    return switch (conclusion) {
      case FAULT -> of(conclusion, "cannot be judged", result.faults().getFirst());
      case UNREACHABLE -> of(conclusion, "failed", "no request found a server: " + outcomes());
      case TOO_MANY_FAILURES -> of(conclusion, "failed", failures());
      default -> slo ? missed() : null;
    };
  }

  private @Nullable SideVerdict missed() {
    SloResult found = result.slo();
    return found != null && Boolean.FALSE.equals(found.met())
        ? of(Conclusion.SLO_MISSED, "misses the SLO", found.expression() + " (--slo)")
        : null;
  }

  private String failures() {
    return "%s of its requests failed, and %s is allowed (--max-error-rate): %s"
        .formatted(
            Figures.share(result.errorRate()), Figures.share(judgement.maxErrorRate()), outcomes());
  }

  /// Returns the failures by outcome, such as `http_error 12, timeout_idle 3`.
  private String outcomes() {
    TreeMap<String, Long> all = new TreeMap<>();
    for (LevelResult level : result.levels()) {
      level.totals().byOutcome().forEach((key, count) -> all.merge(key, count, Long::sum));
    }
    all.remove("ok");
    return String.join(
        ", ", all.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList());
  }

  private SideVerdict of(Conclusion conclusion, String what, String why) {
    return new SideVerdict(side, conclusion, what, why);
  }
}
