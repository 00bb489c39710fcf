package dev.goodput.gateway.plan;

/// How long to wait; 0 stands for no limit.
///
/// @param connectNanos for a connection to an upstream, from the look-up of its name to TLS and the
///   settings of HTTP/2
/// @param requestHeadNanos for a request's head, from its first byte, and for the first of a new
///   connection
/// @param bodyIdleNanos between two reads of a request's body, and for a client to take more of its
///   answer
/// @param keepAliveIdleNanos for the next request on a connection
/// @param firstByteNanos for the answer's first byte, from the end of the request
/// @param upstreamIdleNanos between two reads of an answer, and for an upstream to take more of a
///   request
/// @param drainNanos for streams under way when the gateway ends
public record Deadlines(
    long connectNanos,
    long requestHeadNanos,
    long bodyIdleNanos,
    long keepAliveIdleNanos,
    long firstByteNanos,
    long upstreamIdleNanos,
    long drainNanos) {
  private static final long SECOND = 1_000_000_000;

  /// 900 ms to connect, so that an upstream out of reach is told of within a second; 10 s for a
  /// head, 60 s in a body, 75 s between requests, 30 s to drain; as long as it takes for answers.
  public static final Deadlines DEFAULTS =
      new Deadlines(9 * SECOND / 10, 10 * SECOND, 60 * SECOND, 75 * SECOND, 0, 0, 30 * SECOND);

  /// @throws PlanException for a time below 0
  public Deadlines {
    Checks.atLeast("connect", 0, connectNanos);
    Checks.atLeast("request-head", 0, requestHeadNanos);
    Checks.atLeast("body-idle", 0, bodyIdleNanos);
    Checks.atLeast("keep-alive-idle", 0, keepAliveIdleNanos);
    Checks.atLeast("upstream-first-byte", 0, firstByteNanos);
    Checks.atLeast("upstream-idle", 0, upstreamIdleNanos);
    Checks.atLeast("drain", 0, drainNanos);
  }
}
