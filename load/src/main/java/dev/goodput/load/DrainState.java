package dev.goodput.load;

/// The state of a drain: the level takes up nothing new and waits for the requests in flight.
///
/// @param on whether a drain is under way
/// @param endNanos when requests still in flight are abandoned, nanoseconds since the run began;
///   [Long#MAX_VALUE] for never
record DrainState(boolean on, long endNanos) {
  /// No drain is under way.
  static final DrainState NONE = new DrainState(false, Long.MAX_VALUE);

  /// Returns a drain that started at the given moment.
  ///
  /// @param limitNanos 0 for no limit
  static DrainState since(long nanos, long limitNanos) {
    return new DrainState(true, limitNanos == 0 ? Long.MAX_VALUE : nanos + limitNanos);
  }

  boolean overdue(long nowNanos) {
    return on && nowNanos >= endNanos;
  }

  /// Returns the end relative to the given moment, -1 for never.
  long endNanosFrom(long nanos) {
    return endNanos == Long.MAX_VALUE ? -1 : endNanos - nanos;
  }
}
