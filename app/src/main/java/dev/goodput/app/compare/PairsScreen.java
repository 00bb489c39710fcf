package dev.goodput.app.compare;

import dev.goodput.lab.comparison.ComparisonListener;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.GateStage;
import dev.goodput.metrics.comparison.RunFigures;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.report.comparison.ComparisonSentences;
import dev.goodput.report.terminal.ProgressView;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says how a comparison goes, beside the progress of its runs.
///
/// @param view where it is shown
record PairsScreen(ProgressView view) implements ComparisonListener {
  @Override
  public void warms(Side side) {
    view.before("warming up: %s is asked a few requests that count for nothing".formatted(side));
  }

  @Override
  public void runBegins(Side side, int pair, int pairs) {
    String which = pair < pairs ? " of " + pairs : ", in place of a void one";
    view.status("pair %d%s: %s".formatted(pair + 1, which, side));
  }

  @Override
  public void pairEnded(ComparedPair pair) {
    if (pair.voided().isPresent()) {
      view.status(
          "pair %d is void and counts for nothing: %s"
              .formatted(pair.index() + 1, pair.voided().get()));
      return;
    }
    view.status("pair %d is over: A and B %s".formatted(pair.index() + 1, figures(pair)));
  }

  private static String figures(ComparedPair pair) {
    RunFigures a = pair.figures().a();
    RunFigures b = pair.figures().b();
    return Stream.of(ComparedMetric.TTFT_P95, ComparedMetric.TPOT_P50, ComparedMetric.E2EL_P95)
        .filter(metric -> a.value(metric) != null && b.value(metric) != null)
        .limit(2)
        .map(metric -> figure(metric, a, b))
        .collect(Collectors.joining(", "));
  }

  private static String figure(ComparedMetric metric, RunFigures a, RunFigures b) {
    Double one = a.value(metric);
    Double other = b.value(metric);
    return ComparisonSentences.name(metric)
        + " "
        + ComparisonSentences.figure(metric, one == null ? Double.NaN : one)
        + " and "
        + ComparisonSentences.figure(metric, other == null ? Double.NaN : other);
  }

  @Override
  public void confirming(GateStage first, int from) {
    view.status("these pairs look regressed; fresh ones are asked whether they say so again");
  }
}
