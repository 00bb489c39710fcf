package dev.goodput.load;

import dev.goodput.workload.SkippedRequests;
import org.jspecify.annotations.Nullable;

/// A source of sessions for one loop.
sealed interface SessionSupplier permits QueuedSessionSupplier, DirectSessionSupplier {
  /// Returns the next session or null; on null, either [#exhausted()] is true or the loop will be
  /// woken.
  @Nullable PlannedSession poll();

  /// Returns whether nothing will ever come again; known after a poll that found nothing.
  boolean exhausted();

  /// Returns what the workload skipped in all; valid once [#exhausted()].
  SkippedRequests excluded();
}
