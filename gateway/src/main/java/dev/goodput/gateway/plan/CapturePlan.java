package dev.goodput.gateway.plan;

import java.nio.file.Path;

/// A workload file that real traffic is written to: lengths, times, sessions and salted hashes of
/// prefix blocks, no text.
///
/// @param file written anew; nothing is written over
/// @param capBytes it ends at this size
/// @param numbered whether a gateway that begins and finds the file there, as after a restart,
///   writes the next one by number beside it; else it does not begin
public record CapturePlan(Path file, long capBytes, boolean numbered) {
  /// @throws PlanException for a size out of range
  public CapturePlan {
    Checks.bytesAtLeast("cap", 1 << 20, capBytes);
  }

  /// To this file and no other.
  ///
  /// @throws PlanException for a size out of range
  public CapturePlan(Path file, long capBytes) {
    this(file, capBytes, false);
  }

  /// Up to 1 GiB.
  public static CapturePlan to(Path file) {
    return new CapturePlan(file, 1L << 30);
  }
}
