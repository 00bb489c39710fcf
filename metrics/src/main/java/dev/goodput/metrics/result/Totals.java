package dev.goodput.metrics.result;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Counts of the whole level, warm-up and drain included: what a server's own counters show.
///
/// @param requests requests, each by its last attempt
/// @param sessions sessions that began
/// @param ok finished answers
/// @param failed everything but `ok` and `cancelled`
/// @param cancelled left by plan
/// @param cancelledLate those of them that stay in the denominators, a threshold having passed
/// @param attempts exchanges that were sent, earlier attempts included
/// @param retried how many of those were earlier attempts
/// @param inputTokens prompt tokens of those exchanges
/// @param outputTokens output tokens received
/// @param inputByUsage whether every complete response reported its prompt tokens (usage), so that
///   they are the server's count
/// @param outputByUsage the same of output tokens
/// @param byOutcome requests by outcome key, those with any; adds up to `requests`
/// @param byStatus requests by HTTP status, those that ended with `http_error`
/// @param brokenOff requests that a gateway itself broke off as it ended, of those that ended with
///   `reset`
/// @param upstreams names of the upstreams that a gateway sent to; empty for the load generator
public record Totals(
    long requests,
    long sessions,
    long ok,
    long failed,
    long cancelled,
    long cancelledLate,
    long attempts,
    long retried,
    long inputTokens,
    long outputTokens,
    boolean inputByUsage,
    boolean outputByUsage,
    SortedMap<String, Long> byOutcome,
    SortedMap<Integer, Long> byStatus,
    long brokenOff,
    SortedSet<String> upstreams) {
  /// Copies the maps and the set.
  public Totals {
    byOutcome = Collections.unmodifiableSortedMap(new TreeMap<>(byOutcome));
    byStatus = Collections.unmodifiableSortedMap(new TreeMap<>(byStatus));
    upstreams = Collections.unmodifiableSortedSet(new TreeSet<>(upstreams));
  }

  /// The denominator of the error rate.
  public long judged() {
    return ok + failed + cancelledLate;
  }
}
