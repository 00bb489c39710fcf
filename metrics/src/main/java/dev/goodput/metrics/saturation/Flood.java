package dev.goodput.metrics.saturation;

import java.util.List;

/// A server's completions when all requests arrive at once: an upper bound of its rate.
///
/// @param sessions sessions that arrived at once; requests, if each is a session of its own
/// @param requests requests of all their turns
/// @param answered successful requests
/// @param rps completions per second between a quarter and seven tenths of all; NaN if there are
///   too few
public record Flood(long sessions, long requests, long answered, double rps) {
  /// The rate has settled if a flood of twice the size changes it by less than this share.
  private static final double SAME_RATE = .05;

  /// Returns whether the last two of ever larger floods were completed at the same rate.
  public static boolean settled(List<Flood> floods) {
    int last = floods.size() - 1;
    return last > 0 && Math.abs(floods.get(last).rps / floods.get(last - 1).rps - 1) < SAME_RATE;
  }
}
