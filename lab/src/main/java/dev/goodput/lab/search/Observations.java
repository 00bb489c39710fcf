package dev.goodput.lab.search;

import java.util.Arrays;

/// The finished requests of a load: when each started, how long it took, its tokens and whether it
/// met the SLO. In the order in which they ended. Not thread safe.
final class Observations {
  private long[] startNanos = new long[1024];
  private long[] residenceNanos = new long[1024];
  private int[] input = new int[1024];

  /// For a failed request, the requested output tokens.
  private int[] output = new int[1024];

  private float[] lagMillis = new float[1024];
  private byte[] fate = new byte[1024];
  private int size;
  private long lastEndNanos;
  private final Sum all = new Sum();
  private long requested;
  private long sentRequests;

  private static final int JUDGED = 1;
  private static final int GOOD = 2;
  private static final int FIRST = 4;
  private static final int LEFT = 8;
  private static final int FAILED = 16;

  /// A finished request.
  ///
  /// @param startNanos since the run started
  /// @param residenceNanos from its start to its end
  /// @param lagNanos how late the client itself was to start it
  /// @param input prompt tokens, 0 if unknown
  /// @param output output tokens
  /// @param requested requested output tokens, 0 if not specified
  /// @param turns planned turns of its session
  /// @param first whether it is the first turn
  /// @param verdict how it ended
  record Seen(
      long startNanos,
      long residenceNanos,
      long lagNanos,
      int input,
      int output,
      int requested,
      int turns,
      boolean first,
      Fate verdict) {}

  /// How a request ended.
  enum Fate {
    /// Met the SLO.
    GOOD(JUDGED | Observations.GOOD),
    /// Answered, but missed the SLO.
    LATE(JUDGED),
    /// Failed.
    FAILED(JUDGED | Observations.FAILED),
    /// Cancelled as planned, before it missed anything.
    UNJUDGED(0),
    /// Cut off by the run itself.
    LEFT(Observations.LEFT);

    private final int bits;

    Fate(int bits) {
      this.bits = bits;
    }
  }

  void add(Seen seen) {
    if (size == startNanos.length) {
      grow(size * 2);
    }
    startNanos[size] = seen.startNanos;
    residenceNanos[size] = seen.residenceNanos;
    lagMillis[size] = seen.lagNanos / 1e6f;
    input[size] = seen.input;
    output[size] = seen.verdict == Fate.FAILED ? seen.requested : seen.output;
    requested += seen.requested;
    sentRequests += seen.requested > 0 ? 1 : 0;
    fate[size] = (byte) (seen.verdict.bits | (seen.first ? FIRST : 0));
    lastEndNanos = Math.max(lastEndNanos, seen.startNanos + seen.residenceNanos);
    count(all, size);
    size++;
  }

  private void grow(int more) {
    startNanos = Arrays.copyOf(startNanos, more);
    residenceNanos = Arrays.copyOf(residenceNanos, more);
    lagMillis = Arrays.copyOf(lagMillis, more);
    input = Arrays.copyOf(input, more);
    output = Arrays.copyOf(output, more);
    fate = Arrays.copyOf(fate, more);
  }

  private void count(Sum sum, int i) {
    boolean failed = is(i, FAILED);
    sum.count++;
    sum.first += is(i, FIRST) ? 1 : 0;
    sum.judged += is(i, JUDGED) ? 1 : 0;
    sum.good += is(i, GOOD) ? 1 : 0;
    sum.left += is(i, LEFT) ? 1 : 0;
    sum.failed += failed ? 1 : 0;
    sum.residenceNanos += residenceNanos[i];
    sum.input += input[i];
    sum.inputs += input[i] > 0 ? 1 : 0;
    if (failed) {
      sum.lost += output[i];
      sum.lostKnown += output[i] > 0 ? 1 : 0;
    } else {
      sum.output += output[i];
      sum.outputs++;
    }
  }

  private boolean is(int i, int bit) {
    return (fate[i] & bit) != 0;
  }

  /// Returns the latest time at which a request ended, 0 if there is none.
  long lastEndNanos() {
    return lastEndNanos;
  }

  /// Returns the sum of all requests.
  Sum all() {
    return all;
  }

  /// Returns the sum of the requests that started after `afterNanos` and no later than
  /// `untilNanos`.
  Sum within(long afterNanos, long untilNanos) {
    Sum sum = new Sum();
    for (int i = 0; i < size; i++) {
      if (startNanos[i] > afterNanos && startNanos[i] <= untilNanos) {
        count(sum, i);
      }
    }
    return sum;
  }

  /// Returns how many mean requests some requests are worth by their tokens, 35 % by prompts and 65
  /// % by responses (docs/explanation/statistics.md). A failed request's output counts as
  /// requested, relative to what all requested; unknown lengths count as the mean.
  double requests(Sum some) {
    return SearchSegment.Load.INPUT * byInput(some) + SearchSegment.Load.OUTPUT * byOutput(some);
  }

  private double byInput(Sum some) {
    double mean = all.inputs == 0 ? Double.NaN : (double) all.input / all.inputs;
    return some.count - some.inputs + (mean > 0 ? some.input / mean : 0);
  }

  private double byOutput(Sum some) {
    double mean = all.outputs == 0 ? Double.NaN : (double) all.output / all.outputs;
    if (!(mean > 0)) {
      return some.count;
    }
    double meanRequested = sentRequests == 0 ? 1 : (double) requested / sentRequests;
    return some.output / mean + some.lost / meanRequested + some.failed - some.lostKnown;
  }

  /// Returns the p99 lag, in ms, of the requests that started after `afterNanos` and no later than
  /// `untilNanos`; 0 if there are none.
  double lagP99Millis(long afterNanos, long untilNanos) {
    float[] lags = new float[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (startNanos[i] > afterNanos && startNanos[i] <= untilNanos) {
        lags[count++] = lagMillis[i];
      }
    }
    Arrays.sort(lags, 0, count);
    return count == 0 ? 0 : lags[(int) Math.ceil(.99 * count) - 1];
  }

  /// Sums over some requests.
  static final class Sum {
    long count;
    long first;
    long judged;
    long good;
    long left;
    long failed;
    double residenceNanos;
    private long input;
    private long inputs;
    private long output;
    private long outputs;
    private long lost;
    private long lostKnown;

    /// Returns how long they stayed, on average; 0 if there are none.
    double meanResidenceNanos() {
      return count == 0 ? 0 : residenceNanos / count;
    }
  }
}
