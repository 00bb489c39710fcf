package dev.goodput.lab.search;

import java.util.ArrayList;
import java.util.List;

/// What a server answers when everything comes at once: the upper bound of its rate (STATISTICS.md
/// §4). Ramps overstate it by 5–8 %.
final class Flood implements Stage {
  private static final double FROM = .25;
  private static final double UNTIL = .7;

  private final List<Long> ends = new ArrayList<>();
  private long requests;
  private long sessions;
  private boolean whole;

  /// One that failed was not answered, however fast.
  @Override
  public void ended(Observations.Seen request) {
    requests++;
    sessions += request.first() ? 1 : 0;
    switch (request.verdict()) {
      case GOOD, LATE -> ends.add(request.startNanos() + request.residenceNanos());
      case FAILED, UNJUDGED, LEFT -> {}
    }
  }

  @Override
  public void over(boolean asPlanned) {
    whole = asPlanned;
  }

  /// Whether all that came at once was answered or failed: of half a flood there is no middle.
  boolean whole() {
    return whole;
  }

  /// Sessions per second (of one turn: requests) between a quarter and seven tenths of the way; NaN
  /// of too few.
  SearchResult.Flooded result() {
    return new SearchResult.Flooded(requests, rate() * sessions / Math.max(1, requests));
  }

  private double rate() {
    List<Long> sorted = ends.stream().sorted().toList();
    int from = (int) (FROM * sorted.size());
    int until = (int) (UNTIL * sorted.size());
    if (until <= from) {
      return Double.NaN;
    }
    double seconds = (sorted.get(until) - sorted.get(from)) / 1e9;
    return seconds > 0 ? (until - from) / seconds : Double.NaN;
  }
}
