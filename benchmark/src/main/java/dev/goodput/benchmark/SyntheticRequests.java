package dev.goodput.benchmark;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.SplittableRandom;

/// Requests of an open loop as a healthy server answers them, made from a seed, one after another.
final class SyntheticRequests {
  private static final long MILLI = 1_000_000;
  private static final double SECOND = 1e9;

  private final SplittableRandom random;
  private final double ratePerSecond;
  private final int meanTokens;
  private final ChunkLog.Builder chunks = new ChunkLog.Builder();
  private long nextId;
  private double intendedNanos;

  SyntheticRequests(long seed, double ratePerSecond, int meanTokens) {
    random = new SplittableRandom(seed);
    this.ratePerSecond = ratePerSecond;
    this.meanTokens = meanTokens;
  }

  RequestRecord next() {
    intendedNanos += -Math.log(1 - random.nextDouble()) / ratePerSecond * SECOND;
    long intended = (long) intendedNanos;
    long due = intended + random.nextLong(40_000);
    long sent = due + 60_000 + random.nextLong(100_000);
    int tokens = 1 + random.nextInt(2 * meanTokens);
    long first = sent + 30 * MILLI + random.nextLong(90 * MILLI);
    long last = answer(first, tokens);
    long id = nextId++;
    Stamps stamps =
        new Stamps(
            intended,
            due,
            due + 800,
            due + 9_000,
            sent,
            first - MILLI,
            first - MILLI,
            first,
            first,
            last,
            last + 11_000);
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, 512, tokens),
        stamps,
        chunks.build(),
        TokenCounts.ofUsage(518, tokens, TokenCounts.UNKNOWN, 0, TokenCounts.UNKNOWN),
        0,
        new Outcome.Ok("stop"));
  }

  private long answer(long first, int tokens) {
    long at = first;
    chunks.add(at, Channel.ANSWER, TokenCounts.UNKNOWN);
    for (int i = 1; i < tokens; i++) {
      at += 8 * MILLI + random.nextLong(6 * MILLI);
      chunks.add(at, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    return at;
  }
}
