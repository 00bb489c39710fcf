package dev.goodput.metrics.distribution;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/// A collector of durations in nanoseconds, in memory that stops growing at [#EXACT_LIMIT] values.
///
/// Up to that number every value is stored and percentiles are observed values. Beyond it, values
/// go into a histogram of four significant digits, whose percentiles are off by at most 0.01 %.
/// Mean and deviation come from sums and are never rounded to a bin. Single-threaded.
public final class DistributionBuilder implements ValueHistogram<DistributionBuilder> {
  /// The largest number of values with exact percentiles.
  public static final int EXACT_LIMIT = 100_000;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int DIGITS = 4;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private long[] values = new long[16];
  private int size;
  private boolean sorted = true;
  private @Nullable Histogram histogram;
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private double shift;
  private double shiftedSum;
  private double shiftedSquares;

  /// Adds one value; a negative value counts as 0.
  public void add(long nanos) {
    add((double) nanos, 1);
  }

  /// Adds one value `times` times; percentiles use it rounded to the nanosecond.
  @Override
  public void add(double nanos, long times) {
    if (times <= 0) {
      return;
    }
    double value = Math.max(0, nanos);
    if (count == 0) {
      shift = value;
    }
    double shifted = value - shift;
    shiftedSum += shifted * times;
    shiftedSquares += shifted * shifted * times;
    count += times;
    store(Math.round(value), times);
  }

  /// Adds all values of another builder, as rounded for percentiles.
  @Override
  public void addAll(DistributionBuilder other) {
    if (other.histogram == null) {
      for (int i = 0; i < other.size; i++) {
        add(other.values[i]);
      }
      return;
    }
    for (HistogramIterationValue bin : other.histogram.recordedValues()) {
      add((double) bin.getValueIteratedTo(), bin.getCountAtValueIteratedTo());
    }
  }

  private void store(long rounded, long times) {
    min = Math.min(min, rounded);
    max = Math.max(max, rounded);
    if (histogram == null && count > EXACT_LIMIT) {
      spill();
    }
    if (histogram != null) {
      histogram.recordValueWithCount(rounded, times);
      return;
    }
    int end = size + (int) times;
    if (end > values.length) {
      values = Arrays.copyOf(values, Math.min(EXACT_LIMIT, Math.max(end, values.length * 2)));
    }
    Arrays.fill(values, size, end, rounded);
    size = end;
    sorted = false;
  }

  private void spill() {
    // Made for the largest value so far: to grow later means to copy it.
    Histogram spilled = new Histogram(1, Math.max(2, max), DIGITS);
    spilled.setAutoResize(true);
    int end;
    for (int begin = 0; begin < size; begin = end) {
      end = begin + 1;
      while (end < size && values[end] == values[begin]) {
        end++;
      }
      spilled.recordValueWithCount(values[begin], end - begin);
    }
    histogram = spilled;
    values = new long[0];
    size = 0;
  }

  @Override
  public long count() {
    return count;
  }

  /// Returns the mean in nanoseconds; NaN without values.
  public double meanNanos() {
    return count == 0 ? Double.NaN : shift + shiftedSum / count;
  }

  /// Returns the smallest value that at least `percent` % of the values do not exceed, in
  /// milliseconds; null without values.
  public @Nullable Double nearestRankMillis(BigDecimal percent) {
    return count == 0 ? null : atRanks(rank(percent))[0] / NANOS_PER_MILLI;
  }

  private long rank(BigDecimal percent) {
    long rank =
        percent
            .multiply(BigDecimal.valueOf(count))
            .divide(HUNDRED, 0, RoundingMode.CEILING)
            .longValueExact();
    return Math.max(1, rank);
  }

  /// Returns the value of each rank.
  ///
  /// @param ranks from 1, ascending
  private long[] atRanks(long... ranks) {
    if (histogram != null) {
      return atRanks(histogram, ranks);
    }
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
    return Arrays.stream(ranks).map(rank -> values[(int) rank - 1]).toArray();
  }

  private long[] atRanks(Histogram full, long... ranks) {
    long[] found = new long[ranks.length];
    Arrays.fill(found, max);
    int next = 0;
    for (HistogramIterationValue bin : full.recordedValues()) {
      long middle = full.medianEquivalentValue(bin.getValueIteratedTo());
      while (next < ranks.length && bin.getTotalCountToThisValue() >= ranks[next]) {
        found[next] = ranks[next] >= count ? max : Math.min(max, Math.max(min, middle));
        next++;
      }
      if (next == ranks.length) {
        break;
      }
    }
    return found;
  }

  /// Returns the distribution, in milliseconds; null without values.
  ///
  /// @param nEffective approximate number of independent observations, null if unknown
  public @Nullable Distribution build(@Nullable Double nEffective) {
    if (count == 0) {
      return null;
    }
    @Nullable Double[] percentiles = percentiles("50", "90", "95", "99", "99.9");
    return new Distribution(
        histogram == null,
        count,
        meanNanos() / NANOS_PER_MILLI,
        deviation(),
        min / NANOS_PER_MILLI,
        percentiles[0],
        percentiles[1],
        percentiles[2],
        percentiles[3],
        percentiles[4],
        max / NANOS_PER_MILLI,
        nEffective);
  }

  private @Nullable Double deviation() {
    if (count < 2) {
      return null;
    }
    double squares = shiftedSquares - shiftedSum * shiftedSum / count;
    return Math.sqrt(Math.max(0, squares) / (count - 1)) / NANOS_PER_MILLI;
  }

  /// Returns percentiles; null for one with fewer than 1/(1 − p) values.
  ///
  /// @param percents ascending
  private @Nullable Double[] percentiles(String... percents) {
    BigDecimal[] wanted = Arrays.stream(percents).map(BigDecimal::new).toArray(BigDecimal[]::new);
    long[] nanos = atRanks(Arrays.stream(wanted).mapToLong(this::rank).toArray());
    @Nullable Double[] millis = new @Nullable Double[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      millis[i] = isEnough(wanted[i], count) ? nanos[i] / NANOS_PER_MILLI : null;
    }
    return millis;
  }

  /// Returns whether this many observations are at least 1/(1 − p).
  public static boolean isEnough(BigDecimal percent, long observations) {
    return HUNDRED.subtract(percent).multiply(BigDecimal.valueOf(observations)).compareTo(HUNDRED)
        >= 0;
  }
}
