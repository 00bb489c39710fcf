package dev.goodput.gateway.plan;

/// Limits on what the gateway accepts.
///
/// @param maxConnections concurrent client connections; one more gets a 503
/// @param maxInFlight concurrent requests; one more gets a 503
/// @param maxHeaderBytes the head of a request; a longer one gets a 431
/// @param maxBodyBytes the body of a request; a longer one gets a 413
public record Limits(int maxConnections, int maxInFlight, long maxHeaderBytes, long maxBodyBytes) {
  /// 16,384 connections and requests, heads of 64 KiB, bodies of 256 MiB.
  public static final Limits DEFAULTS = new Limits(16_384, 16_384, 64 << 10, 256L << 20);

  /// @throws PlanException a limit out of range
  public Limits {
    Checks.atLeast("max-connections", 1, maxConnections);
    Checks.atLeast("max-in-flight", 1, maxInFlight);
    Checks.bytesAtLeast("max-header-bytes", 1024, maxHeaderBytes);
    Checks.bytesAtLeast("max-body-bytes", 0, maxBodyBytes);
    if (maxHeaderBytes > 1 << 20) {
      throw new PlanException("max-header-bytes", "must be at most 1MiB, found " + maxHeaderBytes);
    }
  }
}
