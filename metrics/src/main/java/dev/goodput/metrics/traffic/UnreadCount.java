package dev.goodput.metrics.traffic;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Exchanges that were passed on and not understood: no questions to a model, or of a kind that
/// nobody here reads. They are in no other figure.
///
/// @param requests that ended
/// @param byStatusClass the same by the class of the status that the client was answered: `2xx`,
///   `4xx`, or `none`
/// @param requestBytes body bytes that came from clients
/// @param answerBytes body bytes that went to clients
/// @param nanos from the read that completed each request to its end, all together
public record UnreadCount(
    long requests,
    SortedMap<String, Long> byStatusClass,
    long requestBytes,
    long answerBytes,
    long nanos) {
  /// Copies the map.
  public UnreadCount {
    byStatusClass = Collections.unmodifiableSortedMap(new TreeMap<>(byStatusClass));
  }
}
