package dev.goodput.record;

/// The times of one exchange, in nanoseconds since the run began, on one monotonic clock.
///
/// A time that never came is [#ABSENT]. docs/explanation/how-it-measures.md defines them.
///
/// @param intendedNanos the scheduled arrival; in a closed loop equal to `dueNanos`
/// @param dueNanos the load engine took the arrival up
/// @param dispatchedNanos the request left the client's queue and requested a connection
/// @param connectedNanos a connection was available
/// @param sentNanos the last request byte was written
/// @param headersNanos status line and headers were read
/// @param firstByteNanos the first body byte was read
/// @param firstTokenNanos the first event with generated content in any channel
/// @param firstAnswerNanos the first event with content in the answer channel
/// @param lastTokenNanos the last event with generated content
/// @param endedNanos the end event, the end of the body, or the failure
public record Stamps(
    long intendedNanos,
    long dueNanos,
    long dispatchedNanos,
    long connectedNanos,
    long sentNanos,
    long headersNanos,
    long firstByteNanos,
    long firstTokenNanos,
    long firstAnswerNanos,
    long lastTokenNanos,
    long endedNanos) {

  /// The value of a time that never came.
  public static final long ABSENT = Long.MIN_VALUE;

  /// Returns whether a stamp is present.
  public static boolean present(long nanos) {
    return nanos != ABSENT;
  }

  /// Returns the same stamps on another clock.
  Stamps shifted(long byNanos) {
    return new Stamps(
        shifted(intendedNanos, byNanos),
        shifted(dueNanos, byNanos),
        shifted(dispatchedNanos, byNanos),
        shifted(connectedNanos, byNanos),
        shifted(sentNanos, byNanos),
        shifted(headersNanos, byNanos),
        shifted(firstByteNanos, byNanos),
        shifted(firstTokenNanos, byNanos),
        shifted(firstAnswerNanos, byNanos),
        shifted(lastTokenNanos, byNanos),
        shifted(endedNanos, byNanos));
  }

  /// Returns a stamp on another clock; an absent one stays absent.
  static long shifted(long nanos, long byNanos) {
    return present(nanos) ? nanos + byNanos : nanos;
  }
}
