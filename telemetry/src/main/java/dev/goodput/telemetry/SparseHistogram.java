package dev.goodput.telemetry;

import dev.goodput.metrics.distribution.CountedValues;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.distribution.HistogramBins;
import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A histogram that stores only the [HistogramBins] that have values. A bin's middle is within
/// [#relativeError()] of any value in it.
///
/// Merging is exact: the bins, the count, the sum, the smallest and the largest value of a merged
/// histogram are those of one histogram of all values, in any order. The same holds when a finer
/// histogram is merged into a coarser one, whose bins contain the finer ones whole.
///
/// The bins are sorted arrays, which never change and which several histograms may share; added
/// values wait unsorted until they are many. Reads change nothing, so that several threads may read
/// a histogram that none changes.
public final class SparseHistogram implements CountedValues {
  /// Bits for an error of at most 0.0062 %.
  public static final int FINE_BITS = 13;

  /// Bits for an error of at most 0.049 %.
  public static final int COARSE_BITS = 10;

  private static final int LARGEST_BITS = 16;
  private static final int FEWEST_PENDING = 64;

  /// Most histograms of a roll-up are empty, and there are many roll-ups.
  private static final int[] NO_BINS = {};

  private static final long[] NO_COUNTS = {};

  private final int bits;
  private int[] bins = NO_BINS;
  private long[] counts = NO_COUNTS;
  private int size;
  private int[] pending = NO_BINS;
  private int pendingSize;
  private long count;
  private long min = Long.MAX_VALUE;
  private long max;
  private long sumLow;
  private long sumHigh;

  /// Creates an empty histogram.
  ///
  /// @param bits logarithm of the bins per doubling, 1 to 16
  public SparseHistogram(int bits) {
    if (bits < 1 || bits > LARGEST_BITS) {
      throw new IllegalArgumentException(
          "bits of a histogram must be 1 to %d, not %d".formatted(LARGEST_BITS, bits));
    }
    this.bits = bits;
  }

  /// Adds a value; a negative value counts as 0.
  public void add(long value) {
    long known = Math.max(0, value);
    await(HistogramBins.of(known, bits));
    count++;
    min = Math.min(min, known);
    max = Math.max(max, known);
    addToSum(known, 0);
  }

  /// Lets a bin's value wait.
  private void await(int bin) {
    if (pendingSize == pending.length) {
      makeRoom();
    }
    pending[pendingSize++] = bin;
  }

  private void makeRoom() {
    if (pendingSize >= Math.max(FEWEST_PENDING, size)) {
      settle();
    } else {
      pending = Arrays.copyOf(pending, Math.max(8, 2 * pendingSize));
    }
  }

  private void addToSum(long low, long high) {
    sumLow += low;
    sumHigh += high + (Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0);
  }

  /// Adds all values of another histogram, which stays as it is.
  ///
  /// @throws IllegalArgumentException if the other histogram is coarser
  public void addAll(SparseHistogram other) {
    if (other.bits < bits) {
      throw new IllegalArgumentException(
          "a histogram of %d bits cannot take one of %d bits".formatted(bits, other.bits));
    }
    if (count == 0 && other.bits == bits) {
      SparseHistogram settled = other.settled();
      bins = settled.bins;
      counts = settled.counts;
      size = settled.size;
    } else if (other.count <= Math.max(FEWEST_PENDING, size / 4)) {
      awaitAll(other);
    } else {
      SparseHistogram settled = other.settled();
      settle();
      merge(coarse(settled), settled.counts, settled.size);
    }
    count += other.count;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    addToSum(other.sumLow, other.sumHigh);
  }

  /// Lets the values of a small histogram wait: merging many small ones into a large one would copy
  /// the large one each time.
  private void awaitAll(SparseHistogram other) {
    int[] settled = coarse(other);
    for (int i = 0; i < settled.length && i < other.size; i++) {
      for (long times = other.counts[i]; times > 0; times--) {
        await(settled[i]);
      }
    }
    for (int i = 0; i < other.pendingSize; i++) {
      await(coarse(other.pending[i], other.bits));
    }
  }

  private int coarse(int bin, int fromBits) {
    return fromBits == bits ? bin : HistogramBins.of(HistogramBins.lowest(bin, fromBits), bits);
  }

  /// Returns the other's bins as bins of this histogram, ascending, perhaps with repetitions.
  private int[] coarse(SparseHistogram other) {
    if (other.bits == bits) {
      return other.bins;
    }
    int[] coarse = new int[other.size];
    for (int i = 0; i < coarse.length; i++) {
      coarse[i] = coarse(other.bins[i], other.bits);
    }
    return coarse;
  }

  /// Sorts the values that wait: each read would otherwise do so for itself.
  void settle() {
    if (pendingSize > 0) {
      Arrays.sort(pending, 0, pendingSize);
      merge(pending, null, pendingSize);
      pendingSize = 0;
    }
  }

  /// Returns this histogram without pending values. It changes nothing: a checkpoint reads a
  /// histogram from another thread while a task copies it.
  private SparseHistogram settled() {
    if (pendingSize == 0) {
      return this;
    }
    SparseHistogram copy = new SparseHistogram(bits);
    copy.bins = bins;
    copy.counts = counts;
    copy.size = size;
    copy.pending = Arrays.copyOf(pending, pendingSize);
    copy.pendingSize = pendingSize;
    copy.settle();
    return copy;
  }

  /// @param moreCounts null if each bin counts once
  private void merge(int[] moreBins, long @Nullable [] moreCounts, int more) {
    int[] mergedBins = new int[size + more];
    long[] mergedCounts = new long[size + more];
    int to = 0;
    int mine = 0;
    int theirs = 0;
    while (mine < size || theirs < more) {
      boolean ownNext = theirs == more || (mine < size && bins[mine] <= moreBins[theirs]);
      int bin = ownNext ? bins[mine] : moreBins[theirs];
      long times = ownNext ? counts[mine++] : moreCounts == null ? 1 : moreCounts[theirs];
      theirs += ownNext ? 0 : 1;
      if (to > 0 && mergedBins[to - 1] == bin) {
        mergedCounts[to - 1] += times;
      } else {
        mergedBins[to] = bin;
        mergedCounts[to++] = times;
      }
    }
    boolean full = to > (size + more) * 3 / 4;
    bins = full ? mergedBins : Arrays.copyOf(mergedBins, to);
    counts = full ? mergedCounts : Arrays.copyOf(mergedCounts, to);
    size = to;
  }

  /// Returns the logarithm of the bins per doubling.
  int bits() {
    return bits;
  }

  @Override
  public long count() {
    return count;
  }

  /// Returns the smallest value; `Long.MAX_VALUE` if there is none.
  public long min() {
    return min;
  }

  /// Returns the largest value; 0 if there is none.
  public long max() {
    return max;
  }

  /// Returns the mean; NaN if there are no values.
  public double mean() {
    double low = (sumLow >>> 1) * 2.0 + (sumLow & 1);
    return count == 0 ? Double.NaN : (sumHigh * 0x1p64 + low) / count;
  }

  /// Returns the largest relative difference between a percentile and the value at its rank.
  public double relativeError() {
    return Math.scalb(1.0, -bits - 1);
  }

  /// Returns the number of bins that have values.
  public int bins() {
    return settled().size;
  }

  /// Returns the value at a nearest rank, within [#relativeError()]: rank ⌈percent × count ÷ 100⌉,
  /// where 1 is the smallest value.
  ///
  /// @param percent above 0, at most 100
  /// @throws IllegalStateException if there are no values
  public long percentile(double percent) {
    return percentiles(percent)[0];
  }

  /// Returns the values of [#percentile] at several ascending percents.
  long[] percentiles(double... percents) {
    if (count == 0) {
      throw new IllegalStateException("no values");
    }
    SparseHistogram settled = settled();
    long[] values = new long[percents.length];
    int at = 0;
    long upTo = settled.counts[0];
    for (int i = 0; i < values.length; i++) {
      long rank = Math.clamp((long) Math.ceil(percents[i] * count / 100), 1, count);
      while (upTo < rank) {
        upTo += settled.counts[++at];
      }
      values[i] = Math.clamp(HistogramBins.middle(settled.bins[at], bits), min, max);
    }
    return values;
  }

  /// Visits the middle of each bin that has values, ascending, and the number of values in it.
  @Override
  public void forEach(Visitor visitor) {
    SparseHistogram settled = settled();
    for (int i = 0; i < settled.size; i++) {
      long middle = HistogramBins.middle(settled.bins[i], bits);
      visitor.visit(Math.clamp(middle, min, max), settled.counts[i]);
    }
  }

  /// Returns the distribution, which is not exact; null if there are no values.
  ///
  /// @param unit the histogram's values per shown unit
  /// @param nEffective approximate number of independent observations, null if unknown
  public @Nullable Distribution distribution(double unit, @Nullable Double nEffective) {
    if (count == 0) {
      return null;
    }
    return new Distribution(
        false,
        count,
        mean() / unit,
        count < 2 ? null : Double.valueOf(deviation() / unit),
        min / unit,
        percentile("50", unit),
        percentile("90", unit),
        percentile("95", unit),
        percentile("99", unit),
        percentile("99.9", unit),
        max / unit,
        nEffective);
  }

  private double deviation() {
    double mean = mean();
    double[] squares = {0};
    forEach((value, times) -> squares[0] += (value - mean) * (value - mean) * times);
    return Math.sqrt(squares[0] / (count - 1));
  }

  private @Nullable Double percentile(String percent, double unit) {
    BigDecimal exact = new BigDecimal(percent);
    return DistributionBuilder.isEnough(exact, count)
        ? Double.valueOf(percentile(exact.doubleValue()) / unit)
        : null;
  }

  /// Returns about how many bytes [#write] writes, so that a sink need not grow.
  int writtenBytes() {
    return 4 * (size + pendingSize);
  }

  void write(ByteSink sink) {
    SparseHistogram settled = settled();
    sink.octet(bits);
    sink.varint(settled.size);
    if (settled.size == 0) {
      return;
    }
    sink.varint(min);
    sink.varint(max);
    sink.varint(sumLow);
    sink.varint(sumHigh);
    int before = 0;
    for (int i = 0; i < settled.size; i++) {
      sink.varint(settled.bins[i] - before);
      sink.varint(settled.counts[i]);
      before = settled.bins[i];
    }
  }

  /// @throws IllegalArgumentException if the bytes hold no histogram
  static SparseHistogram read(ByteSource source) {
    SparseHistogram read = new SparseHistogram(source.octet());
    int size = source.count(2);
    if (size == 0) {
      return read;
    }
    read.min = source.varint();
    read.max = source.varint();
    read.sumLow = source.varint();
    read.sumHigh = source.varint();
    read.bins = new int[size];
    read.counts = new long[size];
    read.size = size;
    int before = 0;
    for (int i = 0; i < size; i++) {
      before = Math.addExact(before, source.natural());
      read.bins[i] = before;
      read.counts[i] = source.varint();
      read.count += read.counts[i];
    }
    read.check();
    return read;
  }

  private void check() {
    boolean ascending = true;
    for (int i = 0; i < size; i++) {
      ascending &= counts[i] > 0 && (i == 0 || bins[i] > bins[i - 1]);
    }
    int last = bins[size - 1];
    if (!ascending
        || last >>> bits >= Long.SIZE - bits
        || min < 0
        || count < 0
        || HistogramBins.of(min, bits) != bins[0]
        || max < 0
        || HistogramBins.of(max, bits) != last) {
      throw new IllegalArgumentException("the bins of a histogram contradict each other");
    }
  }
}
