package dev.goodput.metrics.whatif;

/// The comparison of two streams' latency by the length of the response.
public sealed interface LatencyComparison {
  /// Both are equally fast at every length.
  record Equal() implements LatencyComparison {}

  /// One is faster at every length.
  ///
  /// @param side the faster one
  /// @param equalAtOne whether a response of one token takes both the same time
  record Always(WhatIfSide side, boolean equalAtOne) implements LatencyComparison {}

  /// One is faster for short responses, the other for long ones.
  ///
  /// @param below the faster one for responses shorter than [#tokens]
  /// @param aheadNanos its lead for a response of one token
  /// @param lostNanos how much of the lead each further token takes away
  record Crossover(WhatIfSide below, long aheadNanos, long lostNanos) implements LatencyComparison {
    /// Returns the length at which both take the same time: above 1, and rarely a whole number.
    public double tokens() {
      return 1 + (double) aheadNanos / lostNanos;
    }

    /// Returns whether that length is a whole number.
    public boolean whole() {
      return aheadNanos % lostNanos == 0;
    }

    /// Returns the length of the longest response for which `below` is faster.
    public long lastBelow() {
      return (whole() ? 0 : 1) + aheadNanos / lostNanos;
    }

    /// Returns the length of the shortest response for which the other one is faster.
    public long firstAbove() {
      return 2 + aheadNanos / lostNanos;
    }

    /// Returns the faster one for longer responses.
    public WhatIfSide above() {
      return below == WhatIfSide.A ? WhatIfSide.B : WhatIfSide.A;
    }
  }

  /// Compares two lines at lengths of 1, 2, 3, … tokens.
  static LatencyComparison of(LinearTime a, LinearTime b) {
    long first = b.firstNanos() - a.firstNanos();
    long step = b.stepNanos() - a.stepNanos();
    if (first == 0 && step == 0) {
      return new Equal();
    }
    WhatIfSide brief = first > 0 ? WhatIfSide.A : WhatIfSide.B;
    if (Long.signum(first) * Long.signum(step) < 0) {
      return new Crossover(brief, Math.abs(first), Math.abs(step));
    }
    return first == 0
        ? new Always(step > 0 ? WhatIfSide.A : WhatIfSide.B, true)
        : new Always(brief, false);
  }
}
