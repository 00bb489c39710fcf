package dev.goodput.load;

import dev.goodput.workload.Skipped;
import org.jspecify.annotations.Nullable;

/// Reads the workload at the moment a session is wanted: for virtual time, where reading takes
/// none.
final class DirectSupply implements Supply {
  private final SessionReader reader;
  private boolean exhausted;

  DirectSupply(SessionReader reader) {
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
  public Skipped leftOut() {
    return reader.leftOut();
  }
}
