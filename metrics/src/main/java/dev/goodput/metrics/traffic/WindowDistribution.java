package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A builder of one distribution from the parts of windows.
final class WindowDistribution {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /// In the order of [Distribution]'s components.
  private static final BigDecimal[] PERCENTS = {
    new BigDecimal("50"),
    new BigDecimal("90"),
    new BigDecimal("95"),
    new BigDecimal("99"),
    new BigDecimal("99.9")
  };

  private WindowDistribution() {}

  /// Returns an empty histogram that does not count against any pool.
  static FineHistogram unlimited() {
    return new FineHistogram(new MemoryPool(Long.MAX_VALUE), Slot.VALUES);
  }

  /// Returns all values together. For a single part it returns that part itself, which must then
  /// only be read.
  static FineHistogram combined(List<FineHistogram> from) {
    if (from.size() == 1) {
      return from.getFirst();
    }
    FineHistogram all = unlimited();
    from.forEach(all::addAll);
    return all;
  }

  /// Returns the distribution of values; null if there are none.
  ///
  /// @param parts recorded units per shown unit
  static @Nullable Distribution of(FineHistogram all, double parts, @Nullable Double nEffective) {
    if (all.count() == 0) {
      return null;
    }
    @Nullable Double[] found = percentiles(all, parts);
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

  /// Returns the percentiles that there are enough values for; the others are null.
  private static @Nullable Double[] percentiles(FineHistogram all, double parts) {
    long placed = all.count() - all.unplaced();
    long[] ranks =
        Arrays.stream(PERCENTS)
            .filter(percent -> DistributionBuilder.isEnough(percent, placed))
            .mapToLong(percent -> rank(percent, placed))
            .toArray();
    long[] values = all.at(ranks);
    @Nullable Double[] found = new Double[PERCENTS.length];
    for (int i = 0; i < values.length; i++) {
      found[i] = Math.clamp(values[i], all.min(), all.max()) / parts;
    }
    return found;
  }

  private static long rank(BigDecimal percent, long count) {
    return percent
        .multiply(BigDecimal.valueOf(count))
        .divide(HUNDRED, 0, RoundingMode.CEILING)
        .longValueExact();
  }
}
