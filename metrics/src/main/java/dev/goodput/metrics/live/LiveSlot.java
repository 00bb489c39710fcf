package dev.goodput.metrics.live;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// One second of what ended.
final class LiveSlot {
  private static final int DIGITS = 3;

  final Histogram ttft = new Histogram(DIGITS);
  final Histogram itl = new Histogram(DIGITS);
  long ok;
  long tokens;

  void clear() {
    ttft.reset();
    itl.reset();
    ok = 0;
    tokens = 0;
  }

  void add(LiveSlot other) {
    ttft.add(other.ttft);
    itl.add(other.itl);
    ok += other.ok;
    tokens += other.tokens;
  }

  static @Nullable Double percentileMillis(Histogram histogram, double percent) {
    return histogram.getTotalCount() == 0 ? null : histogram.getValueAtPercentile(percent) / 1e6;
  }
}
