package dev.goodput.metrics.tally;

import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.Arrays;

/// The sums of a [SloCount], which can be added and stored. Mutable.
public final class SloSums {
  private static final int TOTAL = 0;
  private static final int GOOD = 1;
  private static final int GOOD_TOKENS = 2;
  private static final int ON_TIME_TOKENS = 3;
  private static final int OUTPUT = 4;
  private static final int STREAMED = 5;
  private static final int FIXED = 6;

  /// The fixed counters, then two for each bound: where it applies, and where it holds.
  private long[] counts = new long[FIXED];

  /// Adds the output tokens of an attempt.
  public void addTokens(long received) {
    counts[OUTPUT] += received;
  }

  /// Adds a last attempt, except for its bounds.
  ///
  /// @param judged whether it is in the denominator
  /// @param output its output tokens
  /// @param carried tokens that its stream carried
  /// @param onTime those of them that arrived before their deadlines
  public void add(boolean judged, boolean good, long output, long carried, long onTime) {
    counts[TOTAL] += judged ? 1 : 0;
    counts[GOOD] += good ? 1 : 0;
    counts[GOOD_TOKENS] += good ? output : 0;
    counts[STREAMED] += judged ? carried : 0;
    counts[ON_TIME_TOKENS] += onTime;
  }

  /// Adds a request that a bound applies to.
  ///
  /// @param bound the bound's position in the SLO, from 0
  public void addBound(int bound, boolean within) {
    reserve(FIXED + 2 * bound + 2);
    counts[FIXED + 2 * bound]++;
    counts[FIXED + 2 * bound + 1] += within ? 1 : 0;
  }

  private void reserve(int length) {
    if (length > counts.length) {
      counts = Arrays.copyOf(counts, length);
    }
  }

  /// Adds everything from other sums of the same SLO.
  public void addAll(SloSums other) {
    reserve(other.counts.length);
    for (int i = 0; i < other.counts.length; i++) {
      counts[i] += other.counts[i];
    }
  }

  /// Returns the requests in the denominator.
  public long total() {
    return counts[TOTAL];
  }

  /// Returns the requests that are `ok` and within every threshold.
  public long good() {
    return counts[GOOD];
  }

  /// Returns the output tokens of good requests.
  public long goodTokens() {
    return counts[GOOD_TOKENS];
  }

  /// Returns the tokens that arrived before their deadlines.
  public long onTimeTokens() {
    return counts[ON_TIME_TOKENS];
  }

  /// Returns the output tokens of all attempts that belong to the SLO.
  public long output() {
    return counts[OUTPUT];
  }

  /// Returns the tokens that streams of judged requests carried.
  public long streamed() {
    return counts[STREAMED];
  }

  /// Returns the requests that a bound applies to, by the bound's position from 0.
  public long applies(int bound) {
    return at(FIXED + 2 * bound);
  }

  /// Returns the requests within a bound, by the bound's position from 0.
  public long within(int bound) {
    return at(FIXED + 2 * bound + 1);
  }

  private long at(int index) {
    return index < counts.length ? counts[index] : 0;
  }

  /// Writes the sums, so that [#read] returns them.
  public void write(ByteSink sink) {
    sink.varint(counts.length);
    for (long each : counts) {
      sink.varint(each);
    }
  }

  /// Returns stored sums.
  ///
  /// @throws IllegalArgumentException if the bytes hold none
  public static SloSums read(ByteSource source) {
    SloSums read = new SloSums();
    int length = source.count(1);
    read.reserve(length);
    for (int i = 0; i < length; i++) {
      read.counts[i] = source.varint();
    }
    return read;
  }
}
