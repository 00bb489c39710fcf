package dev.goodput.gateway.plan;

/// Timeouts, in nanoseconds; 0 means no limit.
///
/// @param connectNanos for a connection to an upstream, from the name lookup through TLS and the
///   HTTP/2 settings
/// @param requestHeadNanos for the head of a request, from its first byte, and for the first byte
///   on a new connection
/// @param bodyIdleNanos between two reads of a request body, and for a client to accept more of its
///   response
/// @param keepAliveIdleNanos for the next request on a connection
/// @param firstByteNanos for the first byte of the response, from the end of the request
/// @param upstreamIdleNanos between two reads of a response, and for an upstream to accept more of
///   a request
/// @param drainNanos for the streams in flight when the gateway stops
public record Deadlines(
    long connectNanos,
    long requestHeadNanos,
    long bodyIdleNanos,
    long keepAliveIdleNanos,
    long firstByteNanos,
    long upstreamIdleNanos,
    long drainNanos) {
  private static final long SECOND = 1_000_000_000;

  /// The defaults: 900 ms to connect, so that an unreachable upstream is reported within a second;
  /// 10 s for a head, 60 s in a body, 75 s between requests, 30 s to drain; no limit for responses.
  public static final Deadlines DEFAULTS =
      new Deadlines(9 * SECOND / 10, 10 * SECOND, 60 * SECOND, 75 * SECOND, 0, 0, 30 * SECOND);

  /// @throws PlanException a negative time
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
