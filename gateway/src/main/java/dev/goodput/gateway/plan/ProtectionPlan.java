package dev.goodput.gateway.plan;

/// The protection of the gateway against overload and failing peers.
///
/// @param limits how much is accepted
/// @param timeouts how long to wait
/// @param retries whether to retry requests to an upstream
public record ProtectionPlan(Limits limits, Timeouts timeouts, Retries retries) {
  /// The default limits and timeouts, no retries.
  public static final ProtectionPlan DEFAULTS =
      new ProtectionPlan(Limits.DEFAULTS, Timeouts.DEFAULTS, Retries.NONE);

  /// Limits on what the gateway accepts.
  ///
  /// @param maxConnections concurrent client connections; one more gets a 503
  /// @param maxInFlight concurrent requests; one more gets a 503
  /// @param maxHeaderBytes the head of a request; a longer one gets a 431
  /// @param maxBodyBytes the body of a request; a longer one gets a 413
  public record Limits(
      int maxConnections, int maxInFlight, long maxHeaderBytes, long maxBodyBytes) {
    /// 16,384 connections and requests, heads of 64 KiB, bodies of 256 MiB.
    public static final Limits DEFAULTS = new Limits(16_384, 16_384, 64 << 10, 256L << 20);

    /// @throws PlanException a limit out of range
    public Limits {
      Checks.atLeast("max-connections", 1, maxConnections);
      Checks.atLeast("max-in-flight", 1, maxInFlight);
      Checks.bytesAtLeast("max-header-bytes", 1024, maxHeaderBytes);
      Checks.bytesAtLeast("max-body-bytes", 0, maxBodyBytes);
      if (maxHeaderBytes > 1 << 20) {
        throw new PlanException(
            "max-header-bytes", "must be at most 1MiB, found " + maxHeaderBytes);
      }
    }
  }

  /// Timeouts, in nanoseconds; 0 means no limit.
  ///
  /// @param connectNanos for a connection to an upstream, from the name lookup through TLS and the
  ///   HTTP/2 settings
  /// @param requestHeadNanos for the head of a request, from its first byte, and for the first byte
  ///   on a new connection
  /// @param bodyIdleNanos between two reads of a request body, and for a client to accept more of
  ///   its response
  /// @param keepAliveIdleNanos for the next request on a connection
  /// @param firstByteNanos for the first byte of the response, from the end of the request
  /// @param upstreamIdleNanos between two reads of a response, and for an upstream to accept more
  ///   of a request
  /// @param drainNanos for the streams in flight when the gateway stops
  public record Timeouts(
      long connectNanos,
      long requestHeadNanos,
      long bodyIdleNanos,
      long keepAliveIdleNanos,
      long firstByteNanos,
      long upstreamIdleNanos,
      long drainNanos) {
    private static final long SECOND = 1_000_000_000;

    /// The defaults: 900 ms to connect, so that an unreachable upstream is reported within a
    /// second; 10 s for a head, 60 s in a body, 75 s between requests, 30 s to drain; no limit for
    /// responses.
    public static final Timeouts DEFAULTS =
        new Timeouts(9 * SECOND / 10, 10 * SECOND, 60 * SECOND, 75 * SECOND, 0, 0, 30 * SECOND);

    /// @throws PlanException a negative time
    public Timeouts {
      Checks.atLeast("connect", 0, connectNanos);
      Checks.atLeast("request-head", 0, requestHeadNanos);
      Checks.atLeast("body-idle", 0, bodyIdleNanos);
      Checks.atLeast("keep-alive-idle", 0, keepAliveIdleNanos);
      Checks.atLeast("upstream-first-byte", 0, firstByteNanos);
      Checks.atLeast("upstream-idle", 0, upstreamIdleNanos);
      Checks.atLeast("drain", 0, drainNanos);
    }
  }

  /// Retries of requests to an upstream. Each attempt is counted separately.
  ///
  /// @param attempts the number of attempts, including the first; 1 means no retry
  /// @param onConnect whether to retry after a failed connection
  /// @param on503 whether to retry after a 503
  public record Retries(int attempts, boolean onConnect, boolean on503) {
    /// No retry.
    public static final Retries NONE = new Retries(1, false, false);

    private static final int MAX_ATTEMPTS = 10;

    /// @throws PlanException a number out of range, or retries without a condition
    public Retries {
      if (attempts < 1 || attempts > MAX_ATTEMPTS) {
        throw new PlanException(
            "attempts", "must be from 1 (no retry) to " + MAX_ATTEMPTS + ", found " + attempts);
      }
      if (attempts > 1 && !onConnect && !on503) {
        throw new PlanException("on", "must name when to retry: connect, 503");
      }
    }
  }
}
