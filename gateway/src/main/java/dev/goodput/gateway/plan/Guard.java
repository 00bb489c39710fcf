package dev.goodput.gateway.plan;

/// What keeps the gateway upright.
///
/// @param limits how much is let in
/// @param deadlines how long to wait
/// @param retries whether an upstream is asked again
public record Guard(Limits limits, Deadlines deadlines, Retries retries) {
  /// The usual limits and times, no retries.
  public static final Guard DEFAULTS = new Guard(Limits.DEFAULTS, Deadlines.DEFAULTS, Retries.NONE);
}
