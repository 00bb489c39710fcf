package dev.goodput.metrics.saturation;

import java.util.List;

/// What a server answers when everything comes at once: the upper bound of its rate.
///
/// @param sessions that came at once; requests, where each is a session of its own
/// @param requests of all their turns
/// @param answered how many of those
/// @param rps how many of them per second, between a quarter and seven tenths of the way; NaN of
///   too few
public record Flood(long sessions, long requests, long answered, double rps) {
  /// Where twice as many change the rate by less than that, it has settled (STATISTICS.md §4).
  private static final double SAME_RATE = .05;

  /// Whether the last two of ever larger floods were answered at the same rate.
  public static boolean settled(List<Flood> floods) {
    int last = floods.size() - 1;
    return last > 0 && Math.abs(floods.get(last).rps / floods.get(last - 1).rps - 1) < SAME_RATE;
  }
}
