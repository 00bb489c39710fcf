package dev.goodput.lab.search;

import java.util.Arrays;

/// The requests of a search that are over: when each began, how long it took, its tokens and
/// whether it kept the SLO. In the order in which they ended; one thread at a time.
final class Observations {
  private long[] startNanos = new long[1024];
  private long[] residenceNanos = new long[1024];
  private int[] input = new int[1024];
  private int[] output = new int[1024];
  private byte[] fate = new byte[1024];
  private int size;
  private long sessions;
  private long inputs;
  private long outputs;

  private static final byte JUDGED = 1;
  private static final byte GOOD = 2;
  private static final byte FIRST = 4;

  /// A request that is over.
  ///
  /// @param startNanos since the level began
  /// @param residenceNanos from its start to its end
  /// @param input prompt tokens, 0 where unknown
  /// @param output output tokens, 0 where unknown
  /// @param first whether it is the first turn of its session
  /// @param judged whether it stays in the denominators
  /// @param good whether it kept the SLO
  record Seen(
      long startNanos,
      long residenceNanos,
      int input,
      int output,
      boolean first,
      boolean judged,
      boolean good) {}

  void add(Seen seen) {
    if (size == startNanos.length) {
      int more = size * 2;
      startNanos = Arrays.copyOf(startNanos, more);
      residenceNanos = Arrays.copyOf(residenceNanos, more);
      input = Arrays.copyOf(input, more);
      output = Arrays.copyOf(output, more);
      fate = Arrays.copyOf(fate, more);
    }
    startNanos[size] = seen.startNanos;
    residenceNanos[size] = seen.residenceNanos;
    input[size] = seen.input;
    output[size] = seen.output;
    fate[size] =
        (byte) ((seen.judged ? JUDGED : 0) | (seen.good ? GOOD : 0) | (seen.first ? FIRST : 0));
    sessions += seen.first ? 1 : 0;
    inputs += seen.input;
    outputs += seen.output;
    size++;
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
        sum.count++;
        sum.residenceNanos += residenceNanos[i];
        sum.inputSessions += input[i] * perInput;
        sum.outputSessions += output[i] * perOutput;
      }
    }
    return sum;
  }

  /// What so many requests come to; load in mean sessions, by input and by output tokens.
  static final class Sum {
    long first;
    long judged;
    long good;
    long count;
    double residenceNanos;
    double inputSessions;
    double outputSessions;

    double meanResidenceNanos() {
      return count == 0 ? 0 : residenceNanos / count;
    }
  }
}
