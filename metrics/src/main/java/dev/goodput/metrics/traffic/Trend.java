package dev.goodput.metrics.traffic;

import java.util.List;

/// All traffic over time, oldest first, with a point for every second or minute, including idle
/// ones.
///
/// @param seconds at most the last 15 minutes
/// @param minutes at most the last 24 hours
public record Trend(List<TrendPoint> seconds, List<TrendPoint> minutes) {
  /// Copies the lists.
  public Trend {
    seconds = List.copyOf(seconds);
    minutes = List.copyOf(minutes);
  }
}
