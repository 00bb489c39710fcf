package dev.goodput.metrics.saturation;

/// What a server answers when everything comes at once: the upper bound of its rate.
///
/// @param answered requests that were answered
/// @param rps how many of them per second, between a quarter and seven tenths of the way; NaN of
///   too few
public record Flood(long answered, double rps) {
  /// One that tells nothing.
  public static final Flood NONE = new Flood(0, Double.NaN);
}
