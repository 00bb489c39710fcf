package dev.goodput.record;

/// Typical requests of a run.
final class Requests {
  private Requests() {}

  /// Returns a successful streaming request with nearly evenly spaced content events; each is off
  /// by some nanoseconds, so that the gaps differ.
  static RequestRecord streaming(long id, long intendedNanos, int events, long gapNanos) {
    long sent = intendedNanos + 180_321;
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    long first = sent + 61_234_567;
    long last = first;
    for (int i = 0; i < events; i++) {
      last = first + i * gapNanos + i * 7919L % 5003;
      chunks.add(last, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    Stamps stamps =
        new Stamps(
            intendedNanos,
            intendedNanos + 21_000,
            intendedNanos + 21_900,
            intendedNanos + 30_000,
            sent,
            first - 4_000_000,
            first - 3_900_000,
            first,
            first,
            last,
            last + 12_000);
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, 1_024, events),
        stamps,
        chunks.build(),
        TokenCounts.ofUsage(1_030, events, -1, 512, -1),
        0,
        new Outcome.Ok("stop"));
  }

  /// Returns a successful request to a model that passed through a gateway.
  static RequestRecord passed(long id, String model) {
    RequestRecord requested = streaming(id, 125_000_000L * id, 20, 20_000_017);
    Stamps stamps = requested.stamps();
    return new RequestRecord(
        id,
        requested.level(),
        requested.attempt(),
        requested.last(),
        requested.streamed(),
        requested.start(),
        requested.requested(),
        stamps,
        requested.chunks(),
        requested.tokens(),
        requested.reasoningChunks(),
        requested.outcome(),
        new GatewayInfo(
            model,
            "acme",
            "/v1/chat/completions",
            "vllm-0",
            "c0ffee" + id,
            "chat",
            stamps.intendedNanos() - 40_000,
            stamps.firstByteNanos() + 9_000,
            stamps.endedNanos() + 11_000,
            4_096,
            21_000,
            GatewayInfo.Parting.DELIVERED));
  }
}
