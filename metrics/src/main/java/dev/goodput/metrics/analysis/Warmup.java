package dev.goodput.metrics.analysis;

/// How the beginning of a run is cut off.
public sealed interface Warmup {
  /// Found after the run: the larger of five mean residence times and the MSER-5 cuts of requests
  /// in flight and of TTFT, at most half of the run.
  Warmup AUTO = new Auto();

  /// Nothing is cut off.
  Warmup NONE = new Fixed(0);

  /// Found after the run.
  record Auto() implements Warmup {}

  /// A fixed time from the level's begin.
  ///
  /// @param nanos at least 0
  record Fixed(long nanos) implements Warmup {
    /// Checks the range.
    ///
    /// @throws IllegalArgumentException where the time is negative
    public Fixed {
      if (nanos < 0) {
        throw new IllegalArgumentException("warm-up must not be negative, found ns: " + nanos);
      }
    }
  }
}
