package dev.goodput.gateway.plan;

import dev.goodput.record.words.Quantities;
import java.nio.file.Path;
import java.util.Set;

/// Records kept on disk, in run directories that `report` and `compare` read.
///
/// @param directory holds a run directory for each turn of the log
/// @param share of the exchanges that are kept, above 0 and at most 1; whole sessions where they
///   are named
/// @param rotateBytes a new run directory is begun after as many
/// @param rotateNanos and after as long
/// @param capBytes of all run directories; the oldest go first
/// @param always what is kept whatever the share is
public record LogPlan(
    Path directory,
    double share,
    long rotateBytes,
    long rotateNanos,
    long capBytes,
    Set<Always> always) {
  private static final long HOUR = 3_600_000_000_000L;

  /// Copies the set.
  ///
  /// @throws PlanException for a share or a size out of range
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

  /// Everything, turned at 256 MiB or after an hour, 10 GiB in all.
  public static LogPlan in(Path directory) {
    return new LogPlan(directory, 1, 256L << 20, HOUR, 10L << 30, Set.of());
  }
}
