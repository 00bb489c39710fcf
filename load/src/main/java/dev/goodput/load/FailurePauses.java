package dev.goodput.load;

/// The pauses of closed-loop users after failed requests.
///
/// @param count number of pauses
/// @param nanos their total length, each cut at the end of the level
public record FailurePauses(long count, long nanos) {
  /// No pauses.
  public static final FailurePauses NONE = new FailurePauses(0, 0);

  /// Returns the sum of both.
  public FailurePauses plus(FailurePauses more) {
    return new FailurePauses(count + more.count, nanos + more.nanos);
  }
}
