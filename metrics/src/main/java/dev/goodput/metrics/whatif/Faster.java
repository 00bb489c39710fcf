package dev.goodput.metrics.whatif;

/// Which of two is faster, by the length of the answer.
public sealed interface Faster {
  /// Neither, at any length.
  record Equal() implements Faster {}

  /// One at every length.
  ///
  /// @param side the faster one
  /// @param equalAtOne whether an answer of one token takes both the same time
  record Always(Side side, boolean equalAtOne) implements Faster {}

  /// One for short answers, the other for long ones.
  ///
  /// @param below the faster one for answers shorter than [#tokens]
  /// @param aheadNanos of it, for an answer of one token
  /// @param lostNanos of that with each further token
  record Turns(Side below, long aheadNanos, long lostNanos) implements Faster {
    /// Where both take the same time: above 1, and mostly no whole number.
    public double tokens() {
      return 1 + (double) aheadNanos / lostNanos;
    }

    /// Whether there is an answer for which both take the same time.
    public boolean whole() {
      return aheadNanos % lostNanos == 0;
    }

    /// The longest answer for which the one below is faster.
    public long lastBelow() {
      return (whole() ? 0 : 1) + aheadNanos / lostNanos;
    }

    /// The shortest answer for which the other is.
    public long firstAbove() {
      return 2 + aheadNanos / lostNanos;
    }

    /// The faster one for longer answers.
    public Side above() {
      return below == Side.A ? Side.B : Side.A;
    }
  }

  /// Compares two for answers of 1, 2, 3, … tokens.
  static Faster of(Line a, Line b) {
    long first = b.firstNanos() - a.firstNanos();
    long step = b.stepNanos() - a.stepNanos();
    if (first == 0 && step == 0) {
      return new Equal();
    }
    Side brief = first > 0 ? Side.A : Side.B;
    if (Long.signum(first) * Long.signum(step) < 0) {
      return new Turns(brief, Math.abs(first), Math.abs(step));
    }
    return first == 0 ? new Always(step > 0 ? Side.A : Side.B, true) : new Always(brief, false);
  }
}
