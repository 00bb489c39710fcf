package dev.goodput.metrics.traffic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Time to first token with those who did not wait for it: whoever left after `t` without a token
/// has a TTFT above `t` (right-censored), and so has whoever a gateway's own time-out cut off. The
/// survival function is estimated after Kaplan and Meier (J. Am. Stat. Assoc. 53, 1958); where
/// leaving and waiting go together it is a lower bound of the wait. Requests that failed otherwise
/// before a token are left out.
///
/// @param answered requests that had a first token, however they ended
/// @param left requests whose client left, or whose time-out ran off, before
/// @param timedOut requests whose client was still waiting when the gateway's time-out ran off
/// @param p50Ms the median TTFT had all waited; absent where the estimate does not come down so far
/// @param p90Ms the 90th percentile, absent likewise
/// @param p95Ms the 95th percentile, absent likewise
/// @param p99Ms the 99th percentile, absent likewise
/// @param bands the abandonment curve, by bands of TTFT in order
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

  /// Who waited for so long, and what became of them.
  ///
  /// @param fromMs above this wait
  /// @param toMs up to this wait; infinite for the last band
  /// @param waiting still without a token after `fromMs`
  /// @param left gave up in the band
  /// @param timedOut the gateway gave up in the band
  /// @param answered had their first token in the band
  /// @param goneShare share of all requests that had given up by the band's end
  public record Band(
      double fromMs,
      double toMs,
      long waiting,
      long left,
      long timedOut,
      long answered,
      double goneShare) {
    /// Share of those who came so far that gave up in the band; 0 where nobody came so far.
    public double leftShare() {
      return waiting == 0 ? 0 : (double) left / waiting;
    }
  }
}
