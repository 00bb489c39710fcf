package dev.goodput.export;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.GatewayInfo.Parting;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;

/// Invented gateway exchanges with exact times.
final class Exchanges {
  static final long MS = 1_000_000;

  private Exchanges() {}

  /// Returns a finished stream: a first token after `ttftMs`, then one token every `gapMs`.
  static RequestRecord ok(long id, long startMs, long ttftMs, long gapMs, int tokens) {
    long start = startMs * MS;
    long first = start + ttftMs * MS;
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    for (int i = 0; i < tokens; i++) {
      chunks.add(first + i * gapMs * MS, Channel.ANSWER, 1);
    }
    long last = first + (tokens - 1) * gapMs * MS;
    Stamps stamps =
        new Stamps(
            start,
            start,
            start,
            start + MS,
            start + 2 * MS,
            first,
            first,
            first,
            first,
            last,
            last);
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(0, 0, 1, 40, 512),
        stamps,
        chunks.build(),
        TokenCounts.ofUsage(40, tokens, 0, 8, TokenCounts.UNKNOWN),
        0,
        new Outcome.Ok("stop"),
        passage(start, first, last, Parting.DELIVERED));
  }

  /// Returns a request that the upstream rejected, as one attempt.
  static RequestRecord failed(long id, long startMs, Outcome outcome, int attempt, boolean last) {
    return failed(id, startMs, 5, outcome, attempt, last);
  }

  /// Returns a request whose client left without a token after a while.
  static RequestRecord left(long id, long startMs, long waitedMs) {
    return failed(id, startMs, waitedMs, new Outcome.Cancelled("the client left"), 0, true);
  }

  private static RequestRecord failed(
      long id, long startMs, long afterMs, Outcome outcome, int attempt, boolean last) {
    long start = startMs * MS;
    long at = start + afterMs * MS;
    long absent = Stamps.ABSENT;
    Stamps stamps =
        new Stamps(start, start, start, start, start, at, at, absent, absent, absent, at);
    return new RequestRecord(
        id,
        0,
        attempt,
        last,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(0, 0, 1, 40, -1),
        stamps,
        ChunkLog.EMPTY,
        TokenCounts.NONE,
        0,
        outcome,
        passage(start, at, at, last ? Parting.DELIVERED : Parting.RETRIED));
  }

  private static GatewayInfo passage(long received, long first, long last, Parting parting) {
    return new GatewayInfo(
        "llama",
        "acme",
        "/v1/chat/completions",
        "gpu-1",
        "talk-7",
        "chat",
        received,
        first,
        last,
        300,
        4_000,
        parting);
  }
}
