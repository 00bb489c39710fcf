package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes one distribution of what the parts of windows hold.
final class Spread {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /// In the order of [Distribution]'s components.
  private static final String[] PERCENTS = {"50", "90", "95", "99", "99.9"};

  private final FineHistogram all;
  private final double parts;
  private final long[] ranks = new long[PERCENTS.length];
  private final @Nullable Double[] found = new Double[PERCENTS.length];
  private long passed;

  private Spread(FineHistogram all, double parts) {
    this.all = all;
    this.parts = parts;
  }

  /// All values together; of one part that itself, which is only to be read then.
  static FineHistogram together(List<FineHistogram> from) {
    if (from.size() == 1) {
      return from.getFirst();
    }
    FineHistogram all =
        new FineHistogram(new MemoryPool(Long.MAX_VALUE), DistributionBuilder.EXACT_LIMIT);
    from.forEach(all::addAll);
    return all;
  }

  /// The distribution of values; null without any.
  ///
  /// @param parts so many of what was recorded make one of what is shown
  static @Nullable Distribution of(FineHistogram all, double parts, @Nullable Double nEffective) {
    return all.count() == 0 ? null : new Spread(all, parts).build(nEffective);
  }

  private Distribution build(@Nullable Double nEffective) {
    long placed = all.count() - all.unplaced();
    for (int i = 0; i < ranks.length; i++) {
      BigDecimal percent = new BigDecimal(PERCENTS[i]);
      ranks[i] = DistributionBuilder.isEnough(percent, placed) ? rank(percent, placed) : 0;
    }
    all.forEach(this::pass);
    return new Distribution(
        all.exact(),
        all.count(),
        all.mean() / parts,
        all.count() < 2 ? null : Math.sqrt(all.variance()) / parts,
        all.min() / parts,
        found[0],
        found[1],
        found[2],
        found[3],
        found[4],
        all.max() / parts,
        nEffective);
  }

  private static long rank(BigDecimal percent, long count) {
    return percent
        .multiply(BigDecimal.valueOf(count))
        .divide(HUNDRED, 0, RoundingMode.CEILING)
        .longValueExact();
  }

  private void pass(long value, long times) {
    passed += times;
    for (int i = 0; i < ranks.length; i++) {
      if (found[i] == null && ranks[i] > 0 && passed >= ranks[i]) {
        found[i] = Math.clamp(value, all.min(), all.max()) / parts;
      }
    }
  }
}
