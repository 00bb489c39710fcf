package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.CountedValues;
import dev.goodput.metrics.distribution.HistogramBins;
import dev.goodput.metrics.distribution.ValueHistogram;
import java.util.Arrays;

/// The values of one part of a window. A few values are stored exactly; more are stored in
/// [HistogramBins], 8192 to a doubling, whose middle is within 0.01 % of any value in them.
///
/// A complete histogram of that precision would take megabytes, and the windows of a series have
/// dozens. So bins are allocated from a memory pool in pages of 64, only where values fall. If the
/// pool is exhausted, a value counts in the sums but not in percentiles.
final class FineHistogram implements ValueHistogram<FineHistogram>, CountedValues {
  private static final int BITS = 13;
  private static final int PAGE_BITS = 6;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int PAGES = 1 << (BITS - PAGE_BITS);
  private static final int DOUBLINGS = 64 - BITS;
  private static final long PAGE_BYTES = 4L * PAGE + 16;
  private static final long DOUBLING_BYTES = 4L * PAGES + 16;
  private static final int FIRST_VALUES = 8;
  private static final int[] NO_PAGE = new int[0];

  private final MemoryPool pool;
  private final int valuesLimit;
  private long[] values = new long[0];
  private int held;
  private int[][][] bins = new int[0][][];
  private long taken;
  private long unplaced;
  private long count;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private double sum;
  private double squares;

  /// @param valuesLimit number of values to store exactly
  FineHistogram(MemoryPool pool, int valuesLimit) {
    this.pool = pool;
    this.valuesLimit = valuesLimit;
  }

  @Override
  public void add(double value, long times) {
    double known = Math.max(0, value);
    long rounded = Math.round(known);
    count += times;
    min = Math.min(min, rounded);
    max = Math.max(max, rounded);
    sum += known * times;
    squares += known * known * times;
    place(rounded, times);
  }

  @Override
  public void addAll(FineHistogram other) {
    count += other.count;
    unplaced += other.unplaced;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    sum += other.sum;
    squares += other.squares;
    if (other.bins.length > 0) {
      addBins(other.bins);
    } else if (bins.length == 0 && held + other.held <= valuesLimit && reserve(held + other.held)) {
      System.arraycopy(other.values, 0, values, held, other.held);
      held += other.held;
    } else {
      other.forEachUnordered(this::place);
    }
  }

  private void addBins(int[][][] more) {
    if (bins.length == 0) {
      spill();
    }
    for (int doubling = 0; doubling < more.length; doubling++) {
      for (int number = 0; more[doubling] != null && number < PAGES; number++) {
        if (more[doubling][number] != null) {
          addPage(page(doubling, number), more[doubling][number]);
        }
      }
    }
  }

  private void addPage(int[] to, int[] from) {
    for (int i = 0; i < from.length; i++) {
      if (to.length == 0) {
        unplaced += from[i];
      } else {
        int sum = to[i] + from[i];
        to[i] = sum < 0 ? Integer.MAX_VALUE : sum;
      }
    }
  }

  private void place(long value, long times) {
    if (bins.length == 0 && (held + times > valuesLimit || !reserve(held + (int) times))) {
      spill();
    }
    if (bins.length > 0) {
      bin(value, times);
      return;
    }
    for (long i = 0; i < times; i++) {
      values[held++] = value;
    }
  }

  private boolean reserve(int needed) {
    if (needed <= values.length) {
      return true;
    }
    int length = Math.min(valuesLimit, Math.max(needed, Math.max(FIRST_VALUES, 2 * held)));
    if (!reserveMemory(8L * (length - values.length))) {
      return false;
    }
    values = Arrays.copyOf(values, length);
    return true;
  }

  private boolean reserveMemory(long bytes) {
    boolean given = pool.reserve(bytes);
    taken += given ? bytes : 0;
    return given;
  }

  private void spill() {
    bins = new int[DOUBLINGS][][];
    long[] kept = values;
    values = new long[0];
    pool.release(8L * kept.length);
    taken -= 8L * kept.length;
    for (int i = 0; i < held; i++) {
      bin(kept[i], 1);
    }
    held = 0;
  }

  private void bin(long value, long times) {
    int bin = HistogramBins.of(value, BITS);
    int[] page = page(bin >>> BITS, (bin & ((1 << BITS) - 1)) >>> PAGE_BITS);
    if (page.length == 0) {
      unplaced += times;
      return;
    }
    int at = bin & (PAGE - 1);
    page[at] = (int) Math.min(Integer.MAX_VALUE, page[at] + times);
  }

  /// Returns a page, or an empty one if there is no memory for it.
  private int[] page(int doubling, int number) {
    if (bins[doubling] == null) {
      if (!reserveMemory(DOUBLING_BYTES)) {
        return NO_PAGE;
      }
      bins[doubling] = new int[PAGES][];
    }
    int[][] pages = bins[doubling];
    if (pages[number] == null) {
      pages[number] = reserveMemory(PAGE_BYTES) ? new int[PAGE] : NO_PAGE;
    }
    return pages[number];
  }

  /// Returns the values at these ranks, where 1 is the smallest value, counting only values that
  /// are in percentiles.
  ///
  /// @param ranks ascending, none above the number of such values
  long[] at(long[] ranks) {
    return exact() ? valuesAt(ranks) : binsAt(ranks);
  }

  private long[] valuesAt(long[] ranks) {
    Arrays.sort(values, 0, held);
    return Arrays.stream(ranks).map(rank -> values[(int) rank - 1]).toArray();
  }

  private long[] binsAt(long[] ranks) {
    long[] found = new long[ranks.length];
    long before = 0;
    int next = 0;
    for (int doubling = 0; doubling < bins.length; doubling++) {
      int[][] pages = bins[doubling];
      for (int number = 0; pages != null && number < pages.length; number++) {
        int[] page = pages[number] == null ? NO_PAGE : pages[number];
        long upTo = before + sum(page);
        for (; next < ranks.length && ranks[next] <= upTo; next++) {
          int at = (number << PAGE_BITS) + place(page, ranks[next] - before);
          found[next] = HistogramBins.middle(doubling << BITS | at, BITS);
        }
        before = upTo;
      }
    }
    return found;
  }

  private static long sum(int[] page) {
    long sum = 0;
    for (int times : page) {
      sum += times;
    }
    return sum;
  }

  /// Returns a rank's position in a page.
  private static int place(int[] page, long rank) {
    int at = 0;
    for (long upTo = page[0]; upTo < rank; upTo += page[at]) {
      at++;
    }
    return at;
  }

  private void forEachUnordered(Visitor visitor) {
    for (int i = 0; i < held; i++) {
      visitor.visit(values[i], 1);
    }
    forEachBin(visitor);
  }

  @Override
  public void forEach(Visitor visitor) {
    Arrays.sort(values, 0, held);
    forEachUnordered(visitor);
  }

  private void forEachBin(Visitor visitor) {
    for (int doubling = 0; doubling < bins.length; doubling++) {
      int[][] pages = bins[doubling];
      for (int number = 0; pages != null && number < pages.length; number++) {
        if (pages[number] != null) {
          forEach(pages[number], doubling, number << PAGE_BITS, visitor);
        }
      }
    }
  }

  private static void forEach(int[] page, int doubling, int first, Visitor visitor) {
    for (int i = 0; i < page.length; i++) {
      if (page[i] > 0) {
        visitor.visit(HistogramBins.middle(doubling << BITS | first + i, BITS), page[i]);
      }
    }
  }

  /// Releases its memory and becomes empty.
  void clear() {
    pool.release(taken);
    taken = 0;
    values = new long[0];
    held = 0;
    bins = new int[0][][];
    unplaced = 0;
    count = 0;
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
    sum = 0;
    squares = 0;
  }

  /// Returns whether all values are stored exactly.
  boolean exact() {
    return bins.length == 0;
  }

  @Override
  public long count() {
    return count;
  }

  /// Returns the number of values that are not in percentiles.
  long unplaced() {
    return unplaced;
  }

  long min() {
    return min;
  }

  long max() {
    return max;
  }

  double mean() {
    return sum / count;
  }

  /// Returns the sample variance; 0 for fewer than two values.
  double variance() {
    return count < 2 ? 0 : Math.max(0, (squares - sum * sum / count) / (count - 1));
  }
}
