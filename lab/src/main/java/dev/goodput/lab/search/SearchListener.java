package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchResult;
import org.jspecify.annotations.Nullable;

/// Hears how a search goes, on the search's thread; what it does there must be short.
public interface SearchListener {
  /// Hears nothing.
  SearchListener SILENT = new SearchListener() {};

  /// Requests are asked one after another.
  default void alone(long requests) {}

  /// So many come at once.
  default void floods(long requests) {}

  /// What came of it.
  ///
  /// @param turns of a session, on average
  default void flooded(SearchResult.Flooded flood, double turns) {}

  /// What the search will cost from now on, as far as can be known before it is steered.
  ///
  /// @param requests still to be asked, those of a verification included
  /// @param seconds that they take
  default void priced(long requests, double seconds) {}

  /// A stretch was scheduled, and one before it may be over.
  ///
  /// @param scheduled how many have been scheduled
  /// @param over how many of all are over
  /// @param known what is known by those, null where none is
  default void stretch(int scheduled, int over, SearchResult.@Nullable Step known) {}

  /// The claim is verified.
  ///
  /// @param rate sessions per second
  /// @param sessions how many
  default void verifies(double rate, long sessions) {}
}
