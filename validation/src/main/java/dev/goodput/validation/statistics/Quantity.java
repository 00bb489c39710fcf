package dev.goodput.validation.statistics;

import java.util.Arrays;
import java.util.Locale;

/// A percentile of a latency.
enum Quantity {
  /// Median time per output token, the figure that shared batches make the least certain.
  TPOT_P50(.5, .3),
  /// The slow end of the first word.
  TTFT_P95(.95, .55);

  final double share;

  /// The largest allowed median width of its intervals, relative to their value, at any tested
  /// load: an interval without information contains every truth. A quarter above the first count at
  /// 90 % load.
  final double widest;

  Quantity(double share, double widest) {
    this.share = share;
    this.widest = widest;
  }

  /// The values that a run is judged by, milliseconds.
  double[] values(VirtualRun run) {
    return switch (this) {
      case TPOT_P50 -> run.judgedTpot();
      case TTFT_P95 -> run.judgedTtft();
    };
  }

  /// Nearest-rank, of a run so long that it is the truth.
  double truth(VirtualRun run) {
    double[] sorted = values(run);
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  String words() {
    return name().replace('_', ' ').replace(" P", " p");
  }
}
