package dev.goodput.lab.search;

import dev.goodput.metrics.saturation.FloodRate;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.LevelEnded;

/// Sessions that come at once, and the rate at which the server answers them ([FloodRate]).
final class Flood implements Stage {
  private final FloodRate answers = new FloodRate();
  private long requests;
  private long sessions;
  private boolean whole;

  /// One that failed was not answered, however fast.
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

  /// Whether all that came at once was answered or failed: of half a flood there is no middle.
  boolean whole() {
    return whole;
  }

  /// Sessions per second (of one turn: requests) between a quarter and seven tenths of the way; NaN
  /// of too few.
  SearchResult.Flooded result() {
    return new SearchResult.Flooded(
        requests, answers.perSecond() * sessions / Math.max(1, requests));
  }
}
