package dev.goodput.lab.search;

/// Keeps what the log does not tell of a search.
@FunctionalInterface
interface SearchTrace {
  /// Keeps nothing.
  SearchTrace NONE = _ -> {};

  /// All arrivals of a stretch are scheduled.
  void stretch(SearchSegmentLine line);
}
