package dev.goodput.gateway.store;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;

/// Exchanges as a gateway sees them.
final class Exchanges {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  private Exchanges() {}

  /// Returns a successful exchange of ten chunks that begins at the given time and takes a second.
  static RequestRecord at(long id, long nanos) {
    return at(id, nanos, SECOND, "", new Outcome.Ok("stop"));
  }

  static RequestRecord at(long id, long nanos, long takes, String session, Outcome outcome) {
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    long first = nanos + takes / 2;
    for (int i = 0; i < 10; i++) {
      chunks.add(first + i * takes / 20, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    long last = first + 9 * takes / 20;
    long end = nanos + takes;
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, -1, 64),
        new Stamps(
            nanos, nanos, nanos + 1, nanos + 2, nanos + 3, first, first, first, first, last, end),
        chunks.build(),
        TokenCounts.ofUsage(120, 10, -1, 0, -1),
        0,
        outcome,
        new GatewayInfo(
            "llama",
            "acme",
            "chat",
            "vllm",
            session,
            "chat",
            nanos - MILLI,
            first + 5,
            end + 5,
            900,
            2_000,
            GatewayInfo.Parting.DELIVERED));
  }
}
