package dev.goodput.metrics.traffic;

import java.util.List;

/// All traffic over time, oldest first, with a point for every second or minute, idle ones too.
///
/// @param seconds the last 15 minutes at most
/// @param minutes the last 24 hours at most
public record Trend(List<TrendPoint> seconds, List<TrendPoint> minutes) {
  /// Copies the lists.
  public Trend {
    seconds = List.copyOf(seconds);
    minutes = List.copyOf(minutes);
  }
}
