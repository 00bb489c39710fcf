package dev.goodput.gateway.plan;

/// The protection of the gateway against overload and failing peers.
///
/// @param limits how much is accepted
/// @param deadlines how long to wait
/// @param retries whether to retry requests to an upstream
public record Guard(Limits limits, Deadlines deadlines, Retries retries) {
  /// The default limits and timeouts, no retries.
  public static final Guard DEFAULTS = new Guard(Limits.DEFAULTS, Deadlines.DEFAULTS, Retries.NONE);
}
