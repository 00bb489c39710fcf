package dev.goodput.gateway.plan;

/// How much is let in.
///
/// @param maxConnections of clients at a time; one more gets a 503
/// @param maxInFlight requests at a time; one more gets a 503
/// @param maxHeaderBytes of a request's head; a longer one gets a 431
/// @param maxBodyBytes of a request's body; a longer one gets a 413
public record Limits(int maxConnections, int maxInFlight, long maxHeaderBytes, long maxBodyBytes) {
  /// 16,384 connections and requests, heads of 64 KiB, bodies of 256 MiB.
  public static final Limits DEFAULTS = new Limits(16_384, 16_384, 64 << 10, 256L << 20);

  /// @throws PlanException for a limit out of range
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
