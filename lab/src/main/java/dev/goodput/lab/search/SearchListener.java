package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchResult;
import org.jspecify.annotations.Nullable;

/// A listener for the progress of a search. It is called on the search's thread and must return
/// quickly.
public interface SearchListener {
  /// A listener that does nothing.
  SearchListener SILENT = new SearchListener() {};

  /// Called when requests are sent one after another.
  default void unloadedStarts(long requests) {}

  /// Called when this many requests start at once.
  default void floods(long requests) {}

  /// Called with the result of a flood.
  ///
  /// @param turns turns per session, on average
  default void flooded(SearchResult.Flooded flood, double turns) {}

  /// Called with the remaining cost of the search, as far as it can be known before the rate is
  /// steered.
  ///
  /// @param least requests still to be sent, including those of a verification, if the search is
  ///   quick
  /// @param most the same if its results scatter much; never more than the budget leaves
  /// @param rate requests per second at which they are sent at most
  default void priced(long least, long most, double rate) {}

  /// Called when a segment was scheduled; an earlier one may have ended.
  ///
  /// @param scheduled how many segments have been scheduled
  /// @param over how many segments have ended
  /// @param known the estimate from those, null if there is none
  default void segment(int scheduled, int over, SearchResult.@Nullable Step known) {}

  /// Called when the verification of the claim starts.
  ///
  /// @param rate sessions per second
  /// @param sessions how many
  default void verifies(double rate, long sessions) {}
}
