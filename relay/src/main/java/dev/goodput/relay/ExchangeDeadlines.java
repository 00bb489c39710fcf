package dev.goodput.relay;

import org.jspecify.annotations.Nullable;

/// The deadlines of one exchange: for the upstream to take the request, for the first byte of the
/// response, and for the client to read more of it.
final class ExchangeDeadlines {
  private static final long NEVER = Long.MAX_VALUE;

  private long send = NEVER;
  private long firstByte = NEVER;
  private long stall = NEVER;

  /// Returns `now` plus a limit, as a deadline.
  ///
  /// @param limit nanoseconds, 0 for no limit
  static long after(long now, long limit) {
    return limit > 0 ? now + limit : NEVER;
  }

  /// Sets the deadline for an upstream that takes no more of the request.
  void sendBy(long deadline) {
    send = deadline;
  }

  /// Sets the deadline for the response, now that the upstream has the whole request.
  void answerBy(long deadline) {
    send = NEVER;
    firstByte = deadline;
  }

  /// Clears the upstream's deadlines: it responds, or another upstream is tried.
  void clear() {
    send = NEVER;
    firstByte = NEVER;
  }

  /// Sets the deadline for a client that no longer reads.
  void takeBy(long deadline) {
    stall = deadline;
  }

  /// Clears the deadline of a client that reads again.
  void taken() {
    stall = NEVER;
  }

  /// Whether the exchange waits for the client to read.
  boolean stalls() {
    return stall != NEVER;
  }

  /// Describes what the upstream did not do in time; null if nothing is late.
  @Nullable String upstreamLate(long now) {
    if (firstByte <= now) {
      return "no answer in time";
    }
    return send <= now ? "it took no more of the request" : null;
  }

  /// Whether the client has stalled.
  boolean clientStalled(long now) {
    return stall <= now;
  }

  /// Returns the earliest deadline.
  long nearest() {
    return Math.min(stall, Math.min(send, firstByte));
  }
}
