package dev.goodput.lab.search;

import java.util.List;

/// Hears how a search goes, on the search's thread; what it does there must be short.
public interface SearchListener {
  /// Hears nothing.
  SearchListener SILENT = new SearchListener() {};

  /// Requests are asked one after another.
  default void alone(long requests) {}

  /// So many come at once.
  default void floods(long requests) {}

  /// What came of it.
  default void flooded(SearchResult.Flooded flood) {}

  /// What the search will cost, as far as can be known before it is steered.
  ///
  /// @param requests all together
  /// @param seconds from now on
  default void priced(long requests, double seconds) {}

  /// A stretch was scheduled, and one before it may be over.
  ///
  /// @param stretches how many have been scheduled
  /// @param known what is known by those that are over; its last step counts
  default void stretch(int stretches, List<SearchResult.Step> known) {}
}
