package dev.goodput.fleet;

import dev.goodput.telemetry.Partial;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.SparseHistogram;
import dev.goodput.telemetry.WindowRollup;

/// The fold of the windows of full keys into those of their coarser keys.
final class CoarserFold extends LocalFold<WindowRollup> {
  private static final long serialVersionUID = 1;

  CoarserFold(int most) {
    super(Partial.WINDOW_MILLIS, SparseHistogram.FINE_BITS, most);
  }

  @Override
  void fold(WindowRollup delta) {
    for (RollupKey key : delta.key().coarser()) {
      sums().of(delta.startMillis(), key).addAll(delta.sums());
    }
  }
}
