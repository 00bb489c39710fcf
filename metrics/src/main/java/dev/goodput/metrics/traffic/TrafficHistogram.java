package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A histogram since the meter began, in two forms of the same values: classic buckets on a 1-2-5
/// grid and every threshold of the plan's SLOs, exactly; and exponential ones of base 2 and schema
/// 4, which are those of Prometheus' native histograms and of OTLP. Immutable.
///
/// A value is in the classic bucket of the first edge that it does not exceed. Exponential bucket
/// `i` holds values above `2^((i−1)/16)` up to `2^(i/16)` in the unit; a value of 0 is counted
/// apart.
public final class TrafficHistogram {
  /// The schema of Prometheus, the scale of OTLP: 16 buckets for each doubling.
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

  /// Takes over the arrays.
  ///
  /// @param edges rising, in nanoseconds or tokens
  /// @param counts one for each edge, and one above
  /// @param exemplars one for each count, null where there is none
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

  /// The unit of edges and sum.
  public LatencyMetric.Unit unit() {
    return unit;
  }

  /// How many classic edges there are; the bucket after the last has none.
  public int edges() {
    return edges.length;
  }

  /// A classic bucket's upper edge, which it includes; infinite for the last bucket.
  ///
  /// @param bucket from 0 to [#edges()]
  public double edge(int bucket) {
    return bucket == edges.length ? Double.POSITIVE_INFINITY : edges[bucket] / unit.parts();
  }

  /// What a classic bucket alone holds.
  public long bucketCount(int bucket) {
    return counts[bucket];
  }

  /// What a classic bucket and all below it hold.
  public long countUpTo(int bucket) {
    return Arrays.stream(counts, 0, bucket + 1).sum();
  }

  /// The latest request in a classic bucket; null where there is none.
  public @Nullable Exemplar exemplar(int bucket) {
    return exemplars[bucket];
  }

  /// The lowest exponential bucket that is kept.
  public int firstIndex() {
    return firstIndex;
  }

  /// How many exponential buckets from there on are kept; 0 without values.
  public int exponentialLength() {
    return exponential.length;
  }

  /// What exponential bucket `index` holds; 0 outside of those that are kept.
  public long exponentialCount(int index) {
    int at = index - firstIndex;
    return at < 0 || at >= exponential.length ? 0 : exponential[at];
  }

  /// Values of 0.
  public long zeros() {
    return zeros;
  }

  /// How many values there are.
  public long count() {
    return count;
  }

  /// Their sum in the unit.
  public double sum() {
    return sum / unit.parts();
  }
}
