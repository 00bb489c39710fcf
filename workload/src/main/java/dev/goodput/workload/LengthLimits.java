package dev.goodput.workload;

import dev.goodput.workload.length.Lengths;
import org.jspecify.annotations.Nullable;

/// What bounds or replaces a workload's lengths.
///
/// @param maxModelLen most tokens of prompt and answer together that the server takes, 0 where not
///   known; what cannot fit is left out and counted
/// @param input replaces the workload's prompt lengths, null to keep them
/// @param output replaces the workload's answer lengths, null to keep them
public record LengthLimits(int maxModelLen, @Nullable Lengths input, @Nullable Lengths output) {
  /// No limit, the workload's own lengths.
  public static final LengthLimits NONE = new LengthLimits(0, null, null);

  /// The same where no more than this can be taken either.
  ///
  /// @param other most tokens of prompt and answer together, 0 where not known
  public LengthLimits atMost(int other) {
    boolean less = other > 0 && (maxModelLen == 0 || other < maxModelLen);
    return less ? new LengthLimits(other, input, output) : this;
  }
}
