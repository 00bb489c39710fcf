package dev.goodput.metrics.traffic;

import dev.goodput.metrics.tally.ReadingCount;
import dev.goodput.metrics.tally.SloCount;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts of ended exchanges: whole numbers and sums that can be added over windows and series.
/// Requests are counted by their last attempt.
///
/// @param requests requests that ended
/// @param ok successful requests
/// @param failed failed requests
/// @param cancelled requests whose client left
/// @param cancelledLate cancelled requests that stay in the denominators of their class, because a
///   threshold had passed
/// @param unstreamed `ok` responses that arrived whole although a stream was requested
/// @param attempts attempts at upstreams, including those that could not send a whole request
/// @param retries attempts that another one followed
/// @param answeredByGateway requests that the gateway answered itself
/// @param byOutcome requests by outcome key
/// @param attemptsByOutcome attempts by outcome key, including earlier ones
/// @param byStatusClass attempts by `2xx`, `4xx`, `5xx`, …; `none` without a status
/// @param byParting requests by how the client's leg ended
/// @param outputByOutcome output tokens by outcome key, all attempts
/// @param tokens tokens of all attempts
/// @param slos results by SLO class; empty without SLOs
/// @param reading reading of the responses
/// @param waste waste by cause; only causes that occurred
/// @param money cost of all exchanges by the price list
/// @param priced attempts whose model has a price list
/// @param joules energy of the upstreams that is attributed to these exchanges, by output tokens;
///   only since the meter started, never of a window
public record TrafficCounts(
    long requests,
    long ok,
    long failed,
    long cancelled,
    long cancelledLate,
    long unstreamed,
    long attempts,
    long retries,
    long answeredByGateway,
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
    long priced,
    double joules) {
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
