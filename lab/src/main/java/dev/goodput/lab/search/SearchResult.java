package dev.goodput.lab.search;

import java.util.List;

/// What a search found.
///
/// @param ending why it stopped
/// @param flood arrivals per second that the flooded server answered, NaN where it was not flooded
/// @param rate arrivals per second at which the target is just met, NaN where nobody knows
/// @param low lower bound of its 95 % interval: what may be claimed
/// @param high upper bound
/// @param requests that it took, those of the flood included
/// @param segments what it rests on
public record SearchResult(
    Ending ending,
    double flood,
    double rate,
    double low,
    double high,
    long requests,
    List<Segment> segments) {
  /// Copies the list.
  public SearchResult {
    segments = List.copyOf(segments);
  }

  /// Why a search stops.
  public enum Ending {
    /// The interval is as narrow as was asked.
    REACHED,
    /// The budget is spent.
    BUDGET,
    /// Even alone too few requests keep the SLO.
    MISSED_UNLOADED,
    /// The server does not answer steadily enough.
    UNSTABLE,
    /// Somebody interrupted it, or nothing was answered any more: what there is, is told.
    STOPPED
  }
}
