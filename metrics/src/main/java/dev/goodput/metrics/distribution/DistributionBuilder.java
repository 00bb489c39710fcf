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
    return count == 0 ? null : atRank(rank(percent)) / NANOS_PER_MILLI;
  }

  private long rank(BigDecimal percent) {
    long rank =
        percent
            .multiply(BigDecimal.valueOf(count))
            .divide(HUNDRED, 0, RoundingMode.CEILING)
            .longValueExact();
    return Math.max(1, rank);
  }

  private double atRank(long rank) {
    if (histogram != null) {
      return atRank(histogram, rank);
    }
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
    return values[(int) rank - 1];
  }

  private double atRank(Histogram full, long rank) {
    if (rank >= count) {
      return max;
    }
    for (HistogramIterationValue bin : full.recordedValues()) {
      if (bin.getTotalCountToThisValue() >= rank) {
        long middle = full.medianEquivalentValue(bin.getValueIteratedTo());
        return Math.min(max, Math.max(min, middle));
      }
    }
    return max;
  }

  /// Returns the distribution, in milliseconds; null without values.
  ///
  /// @param nEffective approximate number of independent observations, null if unknown
  public @Nullable Distribution build(@Nullable Double nEffective) {
    if (count == 0) {
      return null;
    }
    return new Distribution(
        histogram == null,
        count,
        meanNanos() / NANOS_PER_MILLI,
        deviation(),
        min / NANOS_PER_MILLI,
        percentile("50"),
        percentile("90"),
        percentile("95"),
        percentile("99"),
        percentile("99.9"),
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

  /// Returns a percentile; null with fewer than 1/(1 − p) values.
  private @Nullable Double percentile(String percentText) {
    BigDecimal percent = new BigDecimal(percentText);
    return isEnough(percent, count) ? nearestRankMillis(percent) : null;
  }

  /// Returns whether this many observations are at least 1/(1 − p).
  public static boolean isEnough(BigDecimal percent, long observations) {
    return HUNDRED.subtract(percent).multiply(BigDecimal.valueOf(observations)).compareTo(HUNDRED)
        >= 0;
  }
}
