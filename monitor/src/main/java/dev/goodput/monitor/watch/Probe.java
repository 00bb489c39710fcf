package dev.goodput.monitor.watch;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Optional;

/// A finished probe of one server: the requests that it sent.
///
/// @param index from 0
/// @param atNanos the scheduled time on the probe grid, by the clock of the records' stamps
/// @param requests at least one
record Probe(long index, long atNanos, List<RequestRecord> requests) {
  Probe {
    requests = List.copyOf(requests);
  }

  /// Returns the number of requests that completed successfully.
  long answered() {
    return requests.stream().filter(each -> each.outcome() instanceof Outcome.Ok).count();
  }

  /// Returns whether the probe is conclusive: it is not if the watch ended a request before its
  /// response did.
  boolean isConclusive() {
    return requests.stream().noneMatch(each -> leftByUs(each.outcome()));
  }

  /// Returns the outcome of the first request that failed.
  Optional<Outcome> failure() {
    return requests.stream().map(RequestRecord::outcome).filter(Outcome::failure).findFirst();
  }

  /// Returns whether the watch itself ended the request, so that its outcome is not the server's.
  static boolean leftByUs(Outcome outcome) {
    return outcome instanceof Outcome.Cancelled || outcome instanceof Outcome.Unsent;
  }
}
