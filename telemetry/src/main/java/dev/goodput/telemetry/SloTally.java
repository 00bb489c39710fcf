package dev.goodput.telemetry;

import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.Arrays;

/// The results of one SLO: whole numbers that can be added, with the definitions of
/// `metrics.tally.SloCount`. Mutable.
public final class SloTally {
  private static final int TOTAL = 0;
  private static final int GOOD = 1;
  private static final int GOOD_TOKENS = 2;
  private static final int ON_TIME_TOKENS = 3;
  private static final int OUTPUT = 4;
  private static final int STREAMED = 5;
  private static final int FIXED = 6;

  /// The fixed counters, then two for each bound: where it applies, and where it holds.
  private long[] counts = new long[FIXED];

  SloTally() {}

  void add(RequestEvent event, EventVerdict verdict) {
    EventTokens tokens = event.tokens();
    counts[OUTPUT] += tokens.output();
    counts[TOTAL] += verdict.judged() ? 1 : 0;
    counts[GOOD] += verdict.good() ? 1 : 0;
    counts[GOOD_TOKENS] += verdict.good() ? tokens.output() : 0;
    counts[STREAMED] += verdict.judged() ? tokens.carried() : 0;
    counts[ON_TIME_TOKENS] += tokens.onTime();
    reserve(FIXED + 2 * (Long.SIZE - Long.numberOfLeadingZeros(verdict.applies())));
    for (long rest = verdict.applies(); rest != 0; rest &= rest - 1) {
      int bound = Long.numberOfTrailingZeros(rest);
      counts[FIXED + 2 * bound]++;
      counts[FIXED + 2 * bound + 1] += verdict.within() >>> bound & 1;
    }
  }

  private void reserve(int length) {
    if (length > counts.length) {
      counts = Arrays.copyOf(counts, length);
    }
  }

  void addAll(SloTally other) {
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

  void write(ByteSink sink) {
    sink.varint(counts.length);
    for (long each : counts) {
      sink.varint(each);
    }
  }

  /// @throws IllegalArgumentException if the bytes hold no tally
  static SloTally read(ByteSource source) {
    SloTally read = new SloTally();
    int length = source.count(1);
    read.reserve(length);
    for (int i = 0; i < length; i++) {
      read.counts[i] = source.varint();
    }
    return read;
  }
}
