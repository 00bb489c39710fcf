package dev.goodput.gateway.plan;

import dev.goodput.record.words.Quantities;
import java.nio.file.Path;
import java.util.Set;

/// Records stored on disk, in run directories that `report` and `compare` read.
///
/// @param directory the parent of the run directories
/// @param share the share of exchanges to store, above 0 and at most 1; named sessions are stored
///   or dropped as a whole
/// @param rotateBytes starts a new run directory after this many bytes
/// @param rotateNanos starts a new run directory after this time
/// @param capBytes the limit for all run directories; the oldest are deleted first
/// @param always the kinds of exchanges to store regardless of the share
public record LogPlan(
    Path directory,
    double share,
    long rotateBytes,
    long rotateNanos,
    long capBytes,
    Set<AlwaysStored> always) {
  private static final long HOUR = 3_600_000_000_000L;

  /// Copies the set.
  ///
  /// @throws PlanException a share or a size out of range
  public LogPlan {
    always = Set.copyOf(always);
    Checks.share("share", share);
    Checks.bytesAtLeast("rotate-size", 1 << 20, rotateBytes);
    Checks.secondsAtLeast("rotate-every", 1, rotateNanos);
    Checks.bytesAtLeast("cap", 1 << 20, capBytes);
    if (capBytes < rotateBytes) {
      throw new PlanException(
          "cap",
          "must be at least rotate-size, %s, found %s"
              .formatted(Quantities.formatBytes(rotateBytes), Quantities.formatBytes(capBytes)));
    }
  }

  /// Returns a plan that stores everything, rotates at 256 MiB or after an hour, and keeps 10 GiB.
  public static LogPlan in(Path directory) {
    return new LogPlan(directory, 1, 256L << 20, HOUR, 10L << 30, Set.of());
  }

  /// A kind of exchange that a log stores regardless of its share.
  public enum AlwaysStored {
    /// Failed exchanges.
    FAILED("failed"),
    /// Successful exchanges that missed the bounds of their SLO class.
    SLOW("slow");

    private final String key;

    AlwaysStored(String key) {
      this.key = key;
    }

    /// Returns the value in `gateway.yaml`.
    public String key() {
      return key;
    }
  }
}
