package dev.goodput.load;

/// Whether a level takes up nothing more and follows what is in flight to its end.
///
/// @param on whether it does
/// @param endNanos when what is still in flight then is left, nanoseconds since the run began;
///   [Long#MAX_VALUE] for never
record Drain(boolean on, long endNanos) {
  /// None is under way.
  static final Drain NONE = new Drain(false, Long.MAX_VALUE);

  /// One that began at a moment.
  ///
  /// @param limitNanos 0 for no limit
  static Drain since(long nanos, long limitNanos) {
    return new Drain(true, limitNanos == 0 ? Long.MAX_VALUE : nanos + limitNanos);
  }

  boolean overdue(long nowNanos) {
    return on && nowNanos >= endNanos;
  }

  /// The end counted from another moment, -1 for never.
  long endNanosFrom(long nanos) {
    return endNanos == Long.MAX_VALUE ? -1 : endNanos - nanos;
  }
}
