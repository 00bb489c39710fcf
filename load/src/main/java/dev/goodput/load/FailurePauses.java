package dev.goodput.load;

/// How often users of a closed loop paused since what they had asked failed.
///
/// @param count pauses
/// @param nanos all of them together, no further than to the end of the level
public record FailurePauses(long count, long nanos) {
  /// Nothing failed, or nobody came back.
  public static final FailurePauses NONE = new FailurePauses(0, 0);

  /// Both together.
  public FailurePauses plus(FailurePauses more) {
    return new FailurePauses(count + more.count, nanos + more.nanos);
  }
}
