package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A histogram since the meter started, in two forms of the same values: classic buckets with
/// boundaries on a 1-2-5 grid and exactly on every SLO threshold of the plan; and exponential
/// buckets of base 2 and schema 4, those of Prometheus' native histograms and of OTLP. Immutable.
///
/// A value is in the first classic bucket whose upper edge it does not exceed. Exponential bucket
/// `i` holds values above `2^((i−1)/16)` up to `2^(i/16)` in the unit; values of 0 are counted
/// separately.
public final class TrafficHistogram {
  /// Prometheus' schema and OTLP's scale: 16 buckets for each doubling.
  public static final int SCHEMA = 4;

  private final LatencyMetric.Unit unit;
  private final long[] edges;
  private final long[] counts;
  private final @Nullable Exemplar[] exemplars;
  private final int firstIndex;
  private final long[] exponential;
  private final long zeros;
  private final long count;
  private final double sum;

  /// Takes ownership of the arrays.
  ///
  /// @param edges ascending, in nanoseconds or tokens
  /// @param counts one for each edge, and one above
  /// @param exemplars one for each count, null if there is none
  TrafficHistogram(
      LatencyMetric.Unit unit,
      long[] edges,
      long[] counts,
      @Nullable Exemplar[] exemplars,
      int firstIndex,
      long[] exponential,
      long zeros,
      long count,
      double sum) {
    this.unit = unit;
    this.edges = edges;
    this.counts = counts;
    this.exemplars = exemplars;
    this.firstIndex = firstIndex;
    this.exponential = exponential;
    this.zeros = zeros;
    this.count = count;
    this.sum = sum;
  }

  /// Returns the unit of edges and sum.
  public LatencyMetric.Unit unit() {
    return unit;
  }

  /// Returns the number of classic edges; the last bucket has none.
  public int edges() {
    return edges.length;
  }

  /// Returns a classic bucket's upper edge, which is inclusive; infinite for the last bucket.
  ///
  /// @param bucket from 0 to [#edges()]
  public double edge(int bucket) {
    return bucket == edges.length ? Double.POSITIVE_INFINITY : edges[bucket] / unit.parts();
  }

  /// Returns the number of values in one classic bucket.
  public long bucketCount(int bucket) {
    return counts[bucket];
  }

  /// Returns the number of values in a classic bucket and all below it.
  public long countUpTo(int bucket) {
    return Arrays.stream(counts, 0, bucket + 1).sum();
  }

  /// Returns the latest request in a classic bucket; null if there is none.
  public @Nullable Exemplar exemplar(int bucket) {
    return exemplars[bucket];
  }

  /// Returns the lowest stored exponential bucket.
  public int firstIndex() {
    return firstIndex;
  }

  /// Returns the number of stored exponential buckets; 0 without values.
  public int exponentialLength() {
    return exponential.length;
  }

  /// Returns the number of values in exponential bucket `index`; 0 outside of the stored buckets.
  public long exponentialCount(int index) {
    int at = index - firstIndex;
    return at < 0 || at >= exponential.length ? 0 : exponential[at];
  }

  /// Returns the number of values of 0.
  public long zeros() {
    return zeros;
  }

  /// Returns the number of values.
  public long count() {
    return count;
  }

  /// Returns the sum of the values, in the unit.
  public double sum() {
    return sum / unit.parts();
  }
}
