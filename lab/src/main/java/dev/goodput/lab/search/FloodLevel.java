package dev.goodput.lab.search;

import dev.goodput.metrics.saturation.FloodRate;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.LevelEnded;

/// A flood: sessions that all start at once, and the rate at which the server answers them
/// ([FloodRate]).
final class FloodLevel implements SearchLevel {
  private final FloodRate answers = new FloodRate();
  private long requests;
  private long sessions;
  private boolean whole;

  /// A failed request does not count as answered, however fast it was.
  @Override
  public void ended(Observations.Seen request) {
    requests++;
    sessions += request.first() ? 1 : 0;
    switch (request.verdict()) {
      case GOOD, LATE -> answers.answered(request.startNanos() + request.residenceNanos());
      case FAILED, UNJUDGED, LEFT -> {}
    }
  }

  @Override
  public void over(LevelEnded.Ending ending) {
    whole = ending.asPlanned();
  }

  /// Returns whether all sessions of the flood were answered or failed; half a flood has no middle.
  boolean isComplete() {
    return whole;
  }

  /// Returns sessions per second (requests, for sessions of one turn) between a quarter and seven
  /// tenths of the way; NaN if there are too few.
  SearchResult.Flooded result() {
    return new SearchResult.Flooded(
        requests, answers.perSecond() * sessions / Math.max(1, requests));
  }
}
