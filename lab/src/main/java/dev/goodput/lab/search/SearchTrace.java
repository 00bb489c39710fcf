package dev.goodput.lab.search;

/// A store for what the log does not contain of a search.
@FunctionalInterface
interface SearchTrace {
  /// A trace that stores nothing.
  SearchTrace NONE = _ -> {};

  /// Called when all arrivals of a segment are scheduled.
  void segment(SearchSegmentLine line);
}
