package dev.goodput.gateway.plan;

import java.nio.file.Path;

/// A workload file to which real traffic is written: lengths, times, sessions and salted hashes of
/// prefix blocks, no text.
///
/// @param file a new file; an existing file is never overwritten
/// @param capBytes the capture ends at this size
/// @param numbered whether the gateway writes the next numbered file if the file exists when it
///   starts, as after a restart; if false, the gateway does not start
public record CapturePlan(Path file, long capBytes, boolean numbered) {
  /// @throws PlanException a size out of range
  public CapturePlan {
    Checks.bytesAtLeast("cap", 1 << 20, capBytes);
  }

  /// Creates a plan without numbered files.
  ///
  /// @throws PlanException a size out of range
  public CapturePlan(Path file, long capBytes) {
    this(file, capBytes, false);
  }

  /// Returns a plan for a file of up to 1 GiB.
  public static CapturePlan to(Path file) {
    return new CapturePlan(file, 1L << 30);
  }
}
