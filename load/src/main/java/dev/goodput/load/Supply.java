package dev.goodput.load;

import dev.goodput.workload.Skipped;
import org.jspecify.annotations.Nullable;

/// Where a loop takes its sessions from.
sealed interface Supply permits QueuedSupply, DirectSupply {
  /// The next session, or null: then either [#exhausted()] is true or the loop will be woken.
  @Nullable PlannedSession poll();

  /// Whether nothing will ever come again; known after a poll that found nothing.
  boolean exhausted();

  /// What the workload left out in all; once [#exhausted()].
  Skipped leftOut();
}
