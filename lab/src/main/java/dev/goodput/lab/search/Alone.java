package dev.goodput.lab.search;

/// What requests come to that have the server for themselves.
final class Alone {
  private final Observations seen = new Observations();

  void ended(Observations.Seen request) {
    seen.add(request);
  }

  SearchResult.Unloaded result() {
    Observations.Sum all = seen.within(Long.MIN_VALUE, Long.MAX_VALUE);
    double seconds = all.count == 0 ? Double.NaN : all.meanResidenceNanos() / 1e9;
    return new SearchResult.Unloaded(all.judged, all.good, seconds);
  }
}
