package dev.goodput.app.hop;

import dev.goodput.lab.comparison.ComparisonListener;
import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.comparison.Side;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.report.terminal.ProgressView;

/// Says how far it is, beside the progress of the runs.
///
/// @param view where it is shown
record HopScreen(ProgressView view) implements ComparisonListener {
  @Override
  public void warms(Side side) {
    view.before("warming up: " + way(side) + ", a few requests that count for nothing");
  }

  @Override
  public void runBegins(Side side, int pair, int pairs) {
    String which = pair < pairs ? " of " + pairs : ", in place of a void one";
    view.status("pair %d%s: %s".formatted(pair + 1, which, way(side)));
  }

  @Override
  public void pairEnded(ComparedPair pair) {
    pair.voided(side -> side == Side.A ? "the direct run" : "the run through the proxy")
        .ifPresent(why ->
            view.status(
                "pair %d is void and counts for nothing: %s".formatted(pair.index() + 1, why)));
  }

  /// A duty is looked at.
  void looksAt(ProxyCheck duty) {
    view.status("looking at: " + duty.title());
  }

  private static String way(Side side) {
    return side == Side.A ? "direct" : "through the proxy";
  }
}
