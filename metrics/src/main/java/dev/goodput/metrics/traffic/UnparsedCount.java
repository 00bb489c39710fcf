package dev.goodput.metrics.traffic;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Counts of exchanges that were forwarded but not parsed: they are no model requests, or of an
/// unknown kind. They are in no other figure.
///
/// @param requests requests that ended
/// @param byStatusClass requests by the class of the status that the client received: `2xx`, `4xx`,
///   or `none`
/// @param requestBytes body bytes received from clients
/// @param answerBytes body bytes sent to clients
/// @param nanos total time from the read that completed each request to its end
public record UnparsedCount(
    long requests,
    SortedMap<String, Long> byStatusClass,
    long requestBytes,
    long answerBytes,
    long nanos) {
  /// Copies the map.
  public UnparsedCount {
    byStatusClass = Collections.unmodifiableSortedMap(new TreeMap<>(byStatusClass));
  }
}
