package dev.goodput.load;

import dev.goodput.workload.SkippedRequests;
import org.jspecify.annotations.Nullable;

/// A supply that reads the workload when a session is wanted: for virtual time, in which reading
/// takes no time.
final class DirectSessionSupplier implements SessionSupplier {
  private final SessionReader reader;
  private boolean exhausted;

  DirectSessionSupplier(SessionReader reader) {
    this.reader = reader;
  }

  @Override
  public @Nullable PlannedSession poll() {
    PlannedSession next = exhausted ? null : reader.next();
    exhausted = next == null;
    return next;
  }

  @Override
  public boolean exhausted() {
    return exhausted;
  }

  @Override
  public SkippedRequests excluded() {
    return reader.excluded();
  }
}
