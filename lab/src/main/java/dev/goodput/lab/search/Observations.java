package dev.goodput.lab.search;

import java.util.Arrays;

/// The requests of a search that are over: when each began, how long it took, its tokens and
/// whether it kept the SLO. In the order in which they ended; one thread at a time.
final class Observations {
  private long[] startNanos = new long[1024];
  private long[] residenceNanos = new long[1024];
  private int[] input = new int[1024];
  private int[] output = new int[1024];
  private float[] lagMillis = new float[1024];
  private byte[] fate = new byte[1024];
  private int size;
  private long lastEndNanos;
  private double residences;
  private long sessions;
  private long inputs;
  private long outputs;

  private static final int JUDGED = 1;
  private static final int GOOD = 2;
  private static final int FIRST = 4;
  private static final int LEFT = 8;

  /// A request that is over.
  ///
  /// @param startNanos since the run began
  /// @param residenceNanos from its start to its end
  /// @param lagNanos by which the client itself was late to take it up
  /// @param input prompt tokens, 0 where unknown
  /// @param output output tokens, 0 where unknown
  /// @param first whether it is the first turn of its session
  /// @param verdict how it ended
  record Seen(
      long startNanos,
      long residenceNanos,
      long lagNanos,
      int input,
      int output,
      boolean first,
      Fate verdict) {}

  /// How a request ended.
  enum Fate {
    /// It kept the SLO.
    GOOD(JUDGED | Observations.GOOD),
    /// It was answered, and missed the SLO.
    LATE(JUDGED),
    /// It failed.
    FAILED(JUDGED),
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
    output[size] = seen.output;
    fate[size] = (byte) (seen.verdict.bits | (seen.first ? FIRST : 0));
    residences += seen.residenceNanos;
    sessions += seen.first ? 1 : 0;
    inputs += seen.input;
    outputs += seen.output;
    lastEndNanos = Math.max(lastEndNanos, seen.startNanos + seen.residenceNanos);
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

  /// The latest moment at which something was seen to end, 0 where nothing was.
  long lastEndNanos() {
    return lastEndNanos;
  }

  /// How long requests stayed, on average so far; 0 of none.
  double meanResidenceNanos() {
    return size == 0 ? 0 : residences / size;
  }

  /// Requests of a session, on average so far.
  double turns() {
    return sessions == 0 ? 1 : (double) size / sessions;
  }

  int size() {
    return size;
  }

  /// What began after one moment and not after another.
  Sum within(long afterNanos, long untilNanos) {
    Sum sum = new Sum();
    double perInput = inputs == 0 ? 0 : (double) sessions / inputs;
    double perOutput = outputs == 0 ? 0 : (double) sessions / outputs;
    for (int i = 0; i < size; i++) {
      if (startNanos[i] > afterNanos && startNanos[i] <= untilNanos) {
        sum.first += (fate[i] & FIRST) == 0 ? 0 : 1;
        sum.judged += (fate[i] & JUDGED) == 0 ? 0 : 1;
        sum.good += (fate[i] & GOOD) == 0 ? 0 : 1;
        sum.left += (fate[i] & LEFT) == 0 ? 0 : 1;
        sum.count++;
        sum.residenceNanos += residenceNanos[i];
        sum.inputSessions += input[i] * perInput;
        sum.outputSessions += output[i] * perOutput;
      }
    }
    return sum;
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

  /// What so many requests come to; load in mean sessions, by input and by output tokens.
  static final class Sum {
    long first;
    long judged;
    long good;
    long left;
    long count;
    double residenceNanos;
    double inputSessions;
    double outputSessions;

    double meanResidenceNanos() {
      return count == 0 ? 0 : residenceNanos / count;
    }
  }
}
