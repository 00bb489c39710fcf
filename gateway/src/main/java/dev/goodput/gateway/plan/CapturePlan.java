package dev.goodput.gateway.plan;

import java.nio.file.Path;

/// A workload file that real traffic is written to: lengths, times, sessions and salted hashes of
/// prefix blocks, no text.
///
/// @param file written anew; one that is there is refused
/// @param capBytes it ends at this size
public record CapturePlan(Path file, long capBytes) {
  /// @throws PlanException for a size out of range
  public CapturePlan {
    Checks.atLeast("cap", 1 << 20, capBytes);
  }

  /// Up to 1 GiB.
  public static CapturePlan to(Path file) {
    return new CapturePlan(file, 1L << 30);
  }
}
