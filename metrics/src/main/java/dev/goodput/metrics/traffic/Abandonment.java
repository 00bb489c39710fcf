package dev.goodput.metrics.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Time to first token, including requests that ended before it: a client that left after `t`
/// without a token has a TTFT above `t` (right-censored), and so has a request that the gateway's
/// own time-out ended. The survival function is the Kaplan-Meier estimate (J. Am. Stat. Assoc. 53,
/// 1958). If clients leave because they wait long, it is a lower bound of the wait. Requests that
/// failed otherwise before a token are excluded.
///
/// @param answered requests that had a first token, however they ended
/// @param left requests whose client left, or timed out, before a first token
/// @param timedOut requests whose client was still waiting at the gateway's time-out
/// @param p50Ms the median TTFT if all clients had waited; absent if the estimate does not reach it
/// @param p90Ms the 90th percentile, absent likewise
/// @param p95Ms the 95th percentile, absent likewise
/// @param p99Ms the 99th percentile, absent likewise
/// @param bands the abandonment curve, in ascending bands of TTFT
public record Abandonment(
    long answered,
    long left,
    long timedOut,
    @Nullable Double p50Ms,
    @Nullable Double p90Ms,
    @Nullable Double p95Ms,
    @Nullable Double p99Ms,
    List<Band> bands) {
  /// Copies the list.
  public Abandonment {
    bands = List.copyOf(bands);
  }

  /// The requests that waited this long without a token, and their outcomes.
  ///
  /// @param fromMs lower edge of the wait, exclusive
  /// @param toMs upper edge of the wait, inclusive; infinite for the last band
  /// @param waiting requests still without a token after `fromMs`
  /// @param left requests whose client left in the band
  /// @param timedOut requests that the gateway ended in the band
  /// @param answered requests that had their first token in the band
  /// @param goneShare share of all requests whose client had left by the band's end
  public record Band(
      double fromMs,
      double toMs,
      long waiting,
      long left,
      long timedOut,
      long answered,
      double goneShare) {
    /// Returns the share of requests waiting at the band's start whose client left in it; 0 if
    /// there were none.
    public double leftShare() {
      return waiting == 0 ? 0 : (double) left / waiting;
    }
  }
}
