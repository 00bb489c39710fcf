package dev.goodput.app.watch;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Optional;

/// One look at one server: its requests as they ended.
///
/// @param index from 0
/// @param atNanos its moment of the grid, by the clock of the records' stamps
/// @param requests at least one
record Look(long index, long atNanos, List<RequestRecord> requests) {
  Look {
    requests = List.copyOf(requests);
  }

  /// How many were answered to the end.
  long answered() {
    return requests.stream().filter(each -> each.outcome() instanceof Outcome.Ok).count();
  }

  /// Whether it tells of the server: not where we left before the answer.
  boolean tells() {
    return requests.stream().noneMatch(each -> leftByUs(each.outcome()));
  }

  /// Of what failed, the first.
  Optional<Outcome> failure() {
    return requests.stream().map(RequestRecord::outcome).filter(Outcome::failure).findFirst();
  }

  /// Whether a request says nothing of its server, as the watch ended before it did.
  static boolean leftByUs(Outcome outcome) {
    return outcome instanceof Outcome.Cancelled || outcome instanceof Outcome.Unsent;
  }
}
