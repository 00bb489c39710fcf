package dev.goodput.load;

import java.util.LinkedHashSet;
import java.util.concurrent.atomic.AtomicLong;

/// The requests of one loop that were sent and have brought no content yet. Written by the loop,
/// read by the draining thread.
final class UnansweredRequests {
  /// In the order in which they were sent.
  private final LinkedHashSet<SessionRun> requests = new LinkedHashSet<>();

  private final AtomicLong sinceNanos = new AtomicLong(Intake.NOBODY);

  void add(SessionRun sent) {
    requests.add(sent);
    publish();
  }

  /// Removes a request that brought its first content or ended without any.
  void remove(SessionRun answered) {
    if (requests.remove(answered)) {
      publish();
    }
  }

  private void publish() {
    sinceNanos.lazySet(requests.isEmpty() ? Intake.NOBODY : requests.getFirst().dispatchedNanos());
  }

  /// Returns when the longest-waiting request was sent, in nanoseconds since the run began,
  /// [Intake#NOBODY] if none waits; from any thread.
  long sinceNanos() {
    return sinceNanos.get();
  }
}
