package dev.goodput.monitor.page;

import dev.goodput.metrics.traffic.SlowRequest;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.ArrayList;
import java.util.List;

/// Slow requests that nobody made.
final class InventedSlow {
  private static final long MILLI = 1_000_000L;
  private static final Outcome OK = new Outcome.Ok("stop");

  private InventedSlow() {}

  /// Ten, the fourth of them cut, the seventh left by its client before a token.
  static List<SlowRequest> requests(long now, String model) {
    List<SlowRequest> slow = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long start = now - (250L - 20L * i) * 1_000 * MILLI;
      Outcome outcome =
          i == 3
              ? new Outcome.Truncated("the body ended without a finish reason")
              : i == 6 ? new Outcome.Cancelled("the client left") : OK;
      slow.add(
          new SlowRequest(
              record(i, start, 1_900 - 140 * i, model, outcome), 1_900 - 140 * i, i > 7));
    }
    return slow;
  }

  /// A stream from the beginning that goes on evenly.
  static RequestRecord steady(int seconds, int tokensPerSecond) {
    return steady(0, seconds, tokensPerSecond);
  }

  /// A stream that goes on evenly.
  ///
  /// @param from the second of its start and first token
  static RequestRecord steady(int from, int seconds, int tokensPerSecond) {
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    long start = 1_000 * MILLI * from;
    long step = 1_000 * MILLI / tokensPerSecond;
    long count = (long) seconds * tokensPerSecond;
    for (long i = 0; i < count; i++) {
      chunks.add(start + i * step, Channel.ANSWER, 1);
    }
    long end = start + count * step;
    Stamps stamps =
        new Stamps(start, start, start, start, start, start, start, start, start, end - step, end);
    return record(1, stamps, chunks, OK, "tiny");
  }

  private static RequestRecord record(
      int i, long start, long ttftMillis, String model, Outcome outcome) {
    boolean answered = i != 6;
    long first = start + ttftMillis * MILLI;
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    long at = first;
    for (int token = 0; answered && token < 120; token++) {
      chunks.add(at, Channel.ANSWER, 1);
      at += (token == 50 ? 400 : 11 + i) * MILLI;
    }
    long last = answered ? at - (11 + i) * MILLI : Stamps.ABSENT;
    long ended = answered ? at : first + 2_200 * MILLI;
    long token = answered ? first : Stamps.ABSENT;
    long sent = start + (i == 2 ? 640 * MILLI : MILLI / 8);
    Stamps stamps =
        new Stamps(start, start, start, start, sent, token, token, token, token, last, ended);
    return record(i, stamps, chunks, outcome, model);
  }

  private static RequestRecord record(
      int i, Stamps stamps, ChunkLog.Builder chunks, Outcome outcome, String model) {
    return new RequestRecord(
        70_000 + i,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(0, 0, 1, 0, 512),
        stamps,
        chunks.build(),
        TokenCounts.NONE,
        0,
        outcome,
        passage(model, stamps.dueNanos(), stamps.firstTokenNanos(), stamps.lastTokenNanos()));
  }

  private static GatewayInfo passage(String model, long start, long first, long last) {
    return new GatewayInfo(
        model,
        "team-" + model.length() % 7,
        "/v1/chat/completions",
        "h100-a",
        "s-bee3",
        "chat",
        start - MILLI,
        first,
        last,
        4_200,
        31_000,
        GatewayInfo.Parting.DELIVERED);
  }
}
