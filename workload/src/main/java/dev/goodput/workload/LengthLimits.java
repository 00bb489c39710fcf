package dev.goodput.workload;

import dev.goodput.workload.length.LengthDistribution;
import org.jspecify.annotations.Nullable;

/// Limits on a workload's lengths, or replacements for them.
///
/// @param maxModelLen most tokens of prompt and response together that the server accepts, 0 if not
///   known; requests that cannot fit are skipped and counted
/// @param input replaces the workload's prompt lengths, null to keep them
/// @param output replaces the workload's response lengths, null to keep them
public record LengthLimits(
    int maxModelLen, @Nullable LengthDistribution input, @Nullable LengthDistribution output) {
  /// No limit; the workload's own lengths.
  public static final LengthLimits NONE = new LengthLimits(0, null, null);

  /// Returns these limits with a maximum that is no higher than the given one.
  ///
  /// @param other most tokens of prompt and response together, 0 if not known
  public LengthLimits atMost(int other) {
    boolean less = other > 0 && (maxModelLen == 0 || other < maxModelLen);
    return less ? new LengthLimits(other, input, output) : this;
  }
}
