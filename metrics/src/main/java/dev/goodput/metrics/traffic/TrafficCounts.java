package dev.goodput.metrics.traffic;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What was counted of exchanges that ended: whole numbers and sums that add up over windows and
/// series. Requests are counted by their last attempt.
///
/// @param requests requests that ended
/// @param ok finished answers
/// @param failed failures
/// @param cancelled those whose client left
/// @param cancelledLate those of them that stay in the denominators of their class, a threshold
///   having passed
/// @param cameWhole `ok` answers that came whole though a stream was asked for
/// @param attempts at upstreams, those too that did not get as far as a whole request
/// @param retries attempts that another followed
/// @param answeredHere requests that the gateway answered itself
/// @param byOutcome requests by outcome key
/// @param attemptsByOutcome attempts by outcome key, earlier ones too
/// @param byStatusClass attempts by `2xx`, `4xx`, `5xx`, …; `none` without a status
/// @param byParting requests by how the client's leg ended
/// @param outputByOutcome output tokens by outcome key, all attempts
/// @param tokens tokens of all attempts
/// @param slos by SLO class; none where no SLO judges
/// @param reading how answers read
/// @param waste by cause, those with any
/// @param money what all exchanges cost by the price list
/// @param priced those of the attempts whose model has a price list
public record TrafficCounts(
    long requests,
    long ok,
    long failed,
    long cancelled,
    long cancelledLate,
    long cameWhole,
    long attempts,
    long retries,
    long answeredHere,
    SortedMap<String, Long> byOutcome,
    SortedMap<String, Long> attemptsByOutcome,
    SortedMap<String, Long> byStatusClass,
    SortedMap<String, Long> byParting,
    SortedMap<String, Long> outputByOutcome,
    TrafficTokens tokens,
    SortedMap<String, SloCount> slos,
    ReadingCount reading,
    SortedMap<WasteCause, Waste> waste,
    double money,
    long priced) {
  /// Copies the maps.
  public TrafficCounts {
    byOutcome = copy(byOutcome);
    attemptsByOutcome = copy(attemptsByOutcome);
    byStatusClass = copy(byStatusClass);
    byParting = copy(byParting);
    outputByOutcome = copy(outputByOutcome);
    slos = copy(slos);
    waste = copy(waste);
  }

  private static <K extends Comparable<? super K>, V> SortedMap<K, V> copy(SortedMap<K, V> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }
}
