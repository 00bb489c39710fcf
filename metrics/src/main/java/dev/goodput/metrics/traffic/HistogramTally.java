package dev.goodput.metrics.traffic;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.record.Stamps;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A collector of a [TrafficHistogram]. Mutable, for one thread.
public final class HistogramTally {
  private static final long MICRO = 1_000L;
  private static final long MILLI = 1_000_000L;
  private static final long LONGEST = 1_000_000 * MILLI;
  private static final long MAX_TOKENS = 1_000_000;

  /// Upper bounds of the exponential buckets within one doubling, as mantissas from 0.5 to 1.
  private static final double[] STEPS = steps();

  private static final long MANTISSA = (1L << 52) - 1;
  private static final long HALF = Double.doubleToRawLongBits(.5);
  private static final int CELL_SHIFT = 52 - 6;

  /// For the first six bits of a mantissa, the first step that is not below them.
  private static final int[] FIRST_STEPS = firstSteps();

  private final LatencyMetric.Unit unit;
  private final long[] edges;
  private final long[] counts;
  private final long[] exemplarIds;
  private final long[] exemplarStamps;
  private final long[] exemplarValues;
  private long[] exponential = new long[0];
  private int firstIndex;
  private int latest;
  private long zeros;
  private long count;
  private double sum;

  HistogramTally(LatencyMetric.Unit unit, long[] edges) {
    this.unit = unit;
    this.edges = edges;
    this.counts = new long[edges.length + 1];
    exemplarIds = new long[edges.length + 1];
    exemplarValues = new long[edges.length + 1];
    exemplarStamps = new long[edges.length + 1];
    Arrays.fill(exemplarStamps, Stamps.ABSENT);
  }

  /// Returns an empty histogram of a metric.
  ///
  /// @param slos SLOs whose thresholds are boundaries
  public static HistogramTally of(LatencyMetric metric, Collection<Slo> slos) {
    return new HistogramTally(metric.unit(), edges(metric, slos));
  }

  private static double[] steps() {
    double[] steps = new double[1 << TrafficHistogram.SCHEMA];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = Math.pow(2, (i + 1.0) / steps.length - 1);
    }
    return steps;
  }

  private static int[] firstSteps() {
    int[] first = new int[1 << 6];
    for (int i = 0; i < first.length; i++) {
      double least = .5 + .5 * i / first.length;
      while (STEPS[first[i]] < least) {
        first[i]++;
      }
    }
    return first;
  }

  /// Returns the boundaries of a metric: 1-2-5 from 1 ms to 1,000 s, from 1 µs for the gateway's
  /// own delays, or from 1 token to a million; plus those advised for it, and the SLO thresholds on
  /// it.
  static long[] edges(LatencyMetric metric, Collection<Slo> slos) {
    TreeSet<Long> edges = new TreeSet<>();
    long last = metric.unit() == LatencyMetric.Unit.SECONDS ? LONGEST : MAX_TOKENS;
    for (long decade = first(metric); decade <= last; decade *= 10) {
      edges.add(decade);
      edges.add(Math.min(last, 2 * decade));
      edges.add(Math.min(last, 5 * decade));
    }
    GenAiBoundaries.of(metric).forEach(edges::add);
    LatencyMetric thresholds = metric == LatencyMetric.SERVICE_TTFT ? LatencyMetric.TTFT : metric;
    for (Slo slo : slos) {
      slo.bounds().stream()
          .filter(bound -> bound.metric() == thresholds)
          .forEach(bound -> edges.add(bound.thresholdNanos()));
    }
    return edges.stream().mapToLong(Long::longValue).toArray();
  }

  private static long first(LatencyMetric metric) {
    if (metric == LatencyMetric.FORWARD_DELAY || metric == LatencyMetric.GATEWAY_WAIT) {
      return MICRO;
    }
    return metric.unit() == LatencyMetric.Unit.SECONDS ? MILLI : 1;
  }

  /// Adds a value `times` times, of a request that ended at `endedNanos`.
  void add(long value, long times, long requestId, long endedNanos) {
    add(value, times);
    setExemplar(bucket(Math.max(0, value)), requestId, Math.max(0, value), endedNanos);
  }

  /// Adds a value `times` times, without an exemplar.
  ///
  /// @param value in nanoseconds or tokens
  public void add(long value, long times) {
    long known = Math.max(0, value);
    counts[bucket(known)] += times;
    count += times;
    sum += (double) known * times;
    if (known == 0) {
      zeros += times;
    } else {
      int index = index(known / unit.parts());
      keep(index, index);
      exponential[index - firstIndex] += times;
    }
  }

  /// Tries the last bucket first, as the values of one stream are similar.
  private int bucket(long value) {
    boolean above = latest == 0 || edges[latest - 1] < value;
    if (!above || (latest < edges.length && value > edges[latest])) {
      int at = Arrays.binarySearch(edges, value);
      latest = at < 0 ? -at - 1 : at;
    }
    return latest;
  }

  private void setExemplar(int bucket, long requestId, long value, long endedNanos) {
    if (endedNanos >= exemplarStamps[bucket]) {
      exemplarIds[bucket] = requestId;
      exemplarValues[bucket] = value;
      exemplarStamps[bucket] = endedNanos;
    }
  }

  /// Returns the exponential bucket of a value above 0: the smallest `i` with `value ≤ 2^(i/16)`.
  static int index(double value) {
    int exponent = Math.getExponent(value) + 1;
    long bits = Double.doubleToRawLongBits(value) & MANTISSA;
    if (bits == 0) {
      return (exponent - 1) * STEPS.length;
    }
    double mantissa = Double.longBitsToDouble(bits | HALF);
    int step = FIRST_STEPS[(int) (bits >>> CELL_SHIFT)];
    while (STEPS[step] < mantissa) {
      step++;
    }
    return (exponent - 1) * STEPS.length + step + 1;
  }

  private void keep(int from, int to) {
    if (exponential.length == 0) {
      firstIndex = from;
      exponential = new long[to - from + 1];
      return;
    }
    int first = Math.min(firstIndex, from);
    int last = Math.max(firstIndex + exponential.length - 1, to);
    if (last - first + 1 > exponential.length) {
      long[] wider = new long[last - first + 1];
      System.arraycopy(exponential, 0, wider, firstIndex - first, exponential.length);
      exponential = wider;
      firstIndex = first;
    }
  }

  /// Adds all values of another histogram with the same boundaries.
  void addAll(HistogramTally other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
      setExemplar(i, other.exemplarIds[i], other.exemplarValues[i], other.exemplarStamps[i]);
    }
    if (other.exponential.length > 0) {
      keep(other.firstIndex, other.firstIndex + other.exponential.length - 1);
      for (int i = 0; i < other.exponential.length; i++) {
        exponential[other.firstIndex + i - firstIndex] += other.exponential[i];
      }
    }
    zeros += other.zeros;
    count += other.count;
    sum += other.sum;
  }

  private @Nullable Exemplar[] exemplars() {
    @Nullable Exemplar[] exemplars = new Exemplar[counts.length];
    for (int i = 0; i < exemplars.length; i++) {
      if (Stamps.present(exemplarStamps[i])) {
        exemplars[i] =
            new Exemplar(exemplarIds[i], exemplarValues[i] / unit.parts(), exemplarStamps[i]);
      }
    }
    return exemplars;
  }

  /// Returns the histogram of all values so far.
  public TrafficHistogram build() {
    return new TrafficHistogram(
        unit,
        edges,
        counts.clone(),
        exemplars(),
        firstIndex,
        exponential.clone(),
        zeros,
        count,
        sum);
  }
}
