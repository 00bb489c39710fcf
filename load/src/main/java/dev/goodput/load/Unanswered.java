package dev.goodput.load;

import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/// The requests of one loop that were sent and have brought no word yet. Written by the loop, read
/// by the draining thread.
final class Unanswered {
  /// In the order in which they were sent.
  private final LinkedHashSet<SessionRun> requests = new LinkedHashSet<>();

  private final AtomicLong sinceNanos = new AtomicLong(Intake.NOBODY);

  void add(SessionRun sent) {
    requests.add(sent);
    publish();
  }

  /// It brought its first word, or ended without one.
  void remove(SessionRun answered) {
    if (requests.remove(answered)) {
      publish();
    }
  }

  private void publish() {
    sinceNanos.lazySet(requests.isEmpty() ? Intake.NOBODY : requests.getFirst().dispatchedNanos());
  }

  /// When the one was sent that has waited for longest, nanoseconds since the run began,
  /// [Intake#NOBODY] where none waits; from any thread.
  long sinceNanos() {
    return sinceNanos.get();
  }
}
