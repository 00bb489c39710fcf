package dev.goodput.metrics.result;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The `requests` part.
///
/// @param intended arrivals in the sample
/// @param sent those whose request was written
/// @param ok finished answers
/// @param unstreamed those of them that came whole though a stream was requested
/// @param failed everything but `ok` and `cancelled`
/// @param cancelled left by plan
/// @param cancelledLate those of them that stay in the denominators, a threshold having passed
/// @param ofNoClass those of a gateway's traffic that no SLO is for, cancelled ones apart
/// @param retries earlier attempts, counted in nothing but token accounting
/// @param byOutcome requests by outcome key, those with any; adds up to `intended`
public record Requests(
    long intended,
    long sent,
    long ok,
    long unstreamed,
    long failed,
    long cancelled,
    long cancelledLate,
    long ofNoClass,
    long retries,
    SortedMap<String, Long> byOutcome) {
  /// Copies the map.
  public Requests {
    byOutcome = Collections.unmodifiableSortedMap(new TreeMap<>(byOutcome));
  }

  /// The denominator of the error rate, and but for those of no class of attainment.
  public long judged() {
    return intended - cancelled + cancelledLate;
  }
}
