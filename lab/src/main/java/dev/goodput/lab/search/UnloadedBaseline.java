package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.LevelEnded;

/// The level at which each request has the server to itself. The first request finds the server
/// cold and is not judged.
final class UnloadedBaseline implements SearchLevel {
  private final Observations seen = new Observations();
  private boolean warm;
  private boolean whole;

  @Override
  public void ended(Observations.Seen request) {
    if (warm) {
      seen.add(request);
    }
    warm = true;
  }

  @Override
  public void over(LevelEnded.Ending ending) {
    whole = ending.asPlanned();
  }

  /// Returns whether all planned requests were sent.
  boolean isComplete() {
    return whole;
  }

  SearchResult.Unloaded result() {
    Observations.Sum all = seen.all();
    double seconds = all.count == 0 ? Double.NaN : all.meanResidenceNanos() / 1e9;
    return new SearchResult.Unloaded(all.judged, all.good, all.failed, seconds);
  }
}
