package dev.goodput.wire.relay;

import org.jspecify.annotations.Nullable;

/// When an exchange has waited long enough: for its upstream to take the request, then for the
/// first byte of the answer; for its client to take more of it.
final class Limits {
  private static final long NEVER = Long.MAX_VALUE;

  private long send = NEVER;
  private long firstByte = NEVER;
  private long stall = NEVER;

  /// A moment some time after another one.
  ///
  /// @param limit 0 for any time
  static long after(long now, long limit) {
    return limit > 0 ? now + limit : NEVER;
  }

  /// The upstream takes no more of the request.
  void sendBy(long deadline) {
    send = deadline;
  }

  /// The upstream has all of the request.
  void answerBy(long deadline) {
    send = NEVER;
    firstByte = deadline;
  }

  /// The upstream answers, or another one is asked.
  void met() {
    send = NEVER;
    firstByte = NEVER;
  }

  /// The client takes no more.
  void takeBy(long deadline) {
    stall = deadline;
  }

  /// The client takes more.
  void taken() {
    stall = NEVER;
  }

  /// Whether the client is waited for.
  boolean stalls() {
    return stall != NEVER;
  }

  /// What the upstream did not do in time, in words; null where nothing is late.
  @Nullable String upstreamLate(long now) {
    if (firstByte <= now) {
      return "no answer in time";
    }
    return send <= now ? "it took no more of the request" : null;
  }

  /// Whether the client has stalled.
  boolean takeOver(long now) {
    return stall <= now;
  }

  /// The one that runs off first.
  long nearest() {
    return Math.min(stall, Math.min(send, firstByte));
  }
}
