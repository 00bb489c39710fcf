package dev.goodput.lab.search;

import java.util.Arrays;

/// The requests of a load that are over: when each began, how long it took, its tokens and whether
/// it kept the SLO. In the order in which they ended; one thread at a time.
final class Observations {
  private long[] startNanos = new long[1024];
  private long[] residenceNanos = new long[1024];
  private int[] input = new int[1024];

  /// Of a request that failed what was asked.
  private int[] output = new int[1024];

  private float[] lagMillis = new float[1024];
  private byte[] fate = new byte[1024];
  private int size;
  private long lastEndNanos;
  private final Sum all = new Sum();
  private long asked;
  private long askedRequests;

  private static final int JUDGED = 1;
  private static final int GOOD = 2;
  private static final int FIRST = 4;
  private static final int LEFT = 8;
  private static final int FAILED = 16;

  /// A request that is over.
  ///
  /// @param startNanos since the run began
  /// @param residenceNanos from its start to its end
  /// @param lagNanos by which the client itself was late to take it up
  /// @param input prompt tokens, 0 where unknown
  /// @param output output tokens
  /// @param asked output tokens that were asked, 0 where nobody said how many
  /// @param turns of its session, by plan
  /// @param first whether it is the first of them
  /// @param verdict how it ended
  record Seen(
      long startNanos,
      long residenceNanos,
      long lagNanos,
      int input,
      int output,
      int asked,
      int turns,
      boolean first,
      Fate verdict) {}

  /// How a request ended.
  enum Fate {
    /// It kept the SLO.
    GOOD(JUDGED | Observations.GOOD),
    /// It was answered, and missed the SLO.
    LATE(JUDGED),
    /// It failed.
    FAILED(JUDGED | Observations.FAILED),
    /// It left by plan, before anything was missed.
    UNJUDGED(0),
    /// The run itself left it.
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
    output[size] = seen.verdict == Fate.FAILED ? seen.asked : seen.output;
    asked += seen.asked;
    askedRequests += seen.asked > 0 ? 1 : 0;
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

  /// The latest moment at which something was seen to end, 0 where nothing was.
  long lastEndNanos() {
    return lastEndNanos;
  }

  /// All of them.
  Sum all() {
    return all;
  }

  /// What began after one moment and not after another.
  Sum within(long afterNanos, long untilNanos) {
    Sum sum = new Sum();
    for (int i = 0; i < size; i++) {
      if (startNanos[i] > afterNanos && startNanos[i] <= untilNanos) {
        count(sum, i);
      }
    }
    return sum;
  }

  /// How many mean requests some are, by their tokens, 35 % by prompts and 65 % by answers
  /// (STATISTICS.md §5.3). The answer of one that failed weighs as it was asked, beside what all
  /// were asked; what nobody knows weighs as the mean.
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
    double meanAsked = askedRequests == 0 ? 1 : (double) asked / askedRequests;
    return some.output / mean + some.lost / meanAsked + some.failed - some.lostKnown;
  }

  /// The lag that 1 % of what began after one moment and not after another exceed, in ms; 0 of
  /// nothing.
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

  /// What so many requests come to.
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

    /// How long they stayed, on average; 0 of none.
    double meanResidenceNanos() {
      return count == 0 ? 0 : residenceNanos / count;
    }
  }
}
