package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.GateRule;
import dev.goodput.metrics.comparison.ResolutionAdvice;
import dev.goodput.report.words.Figures;
import java.util.Optional;
import java.util.stream.Stream;

/// What would settle an inconclusive gate, in words.
///
/// @param in what is told
record SettlingText(ComparisonInput in) {
  /// A sentence or two; empty where nothing is open.
  String text() {
    Optional<ResolutionAdvice> settling = in.gate().settling();
    if (settling.isEmpty()) {
      return "";
    }
    String runs = in.paired() ? "fresh pairs" : "new runs of B";
    String buy =
        settling.get().runs().isPresent()
            ? " About "
                + Figures.count(settling.get().runs().getAsInt())
                + " "
                + runs
                + ", judged alone, would decide in four cases of five ("
                + option()
                + ")."
            : "";
    return switch (settling.get().why()) {
      case INTERRUPTED ->
          "Fewer %s count than were planned, and it may look as it does for that reason."
                  .formatted(in.paired() ? "pairs" : "runs")
              + buy;
      case FEW_RUNS ->
          "Fewer than " + GateRule.LEAST_RUNS + " count, which prove nothing; see the notes.";
      case ABSENT_FIGURES -> absent();
      case NOTHING_LEFT ->
          "Some run has nothing left of what is judged, and with such a run nothing is ok: a"
              + " lighter"
              + " load%s, or other --metrics.".formatted(in.paired() ? "" : " for both sides");
      case NOT_CONFIRMED -> "Run again with more --pairs." + buy;
      case NOISE -> buy.isEmpty() ? "Longer runs." : buy.strip() + " Or make runs longer.";
      case TOO_NEAR ->
          in.paired()
              ? "The slowdown is about as large as is just allowed: no affordable number decides."
              : "No number of new runs decides: store more runs in the baseline.";
    };
  }

  private String absent() {
    if (!in.countedAlike()) {
      return "Output tokens are not counted alike on both sides: let both name their usage, give"
          + " --tokenizer, or remove the metrics that depend on them from --metrics.";
    }
    return failed()
        ? "Some run has no answer to take the figure of: see the failures, and mend them first."
        : "Some run has fewer answers than the figure takes, which are 20 for a p95 and 100 for a"
            + " p99: longer runs.";
  }

  /// The option that asks more.
  String option() {
    return in.paired() ? "--pairs" : in.live() ? "--runs" : "bench --repeats";
  }

  private boolean failed() {
    return in.rows().stream()
        .flatMap(row -> Stream.of(Optional.ofNullable(row.a()), Optional.ofNullable(row.b())))
        .flatMap(Optional::stream)
        .map(run -> run.value(ComparedMetric.ERROR_RATE))
        .anyMatch(rate -> rate != null && rate > 0);
  }
}
