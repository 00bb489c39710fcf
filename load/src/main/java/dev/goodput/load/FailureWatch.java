package dev.goodput.load;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// Notices a target that answers nothing at all, so that a run ends early and says why. Belongs to
/// the draining thread.
///
/// A sign of life is an answer, or content of one that has not failed since; once a target has
/// answered, each failure by which it shows that it is there. What counts is the failures since the
/// last sign. Before the first they speak for themselves. After it they must have gone on for
/// longer than a server takes to come back: what it does until then belongs to the measurement.
/// Answers that come whole give no sign while they are on their way, so that time is theirs as
/// well.
final class FailureWatch {
  /// Failures of a kind that waiting does not mend.
  private static final int HARD = 20;

  /// Failures of any kind.
  private static final int ANY = 100;

  /// Failures to reach a target that had answered.
  private static final int GONE = 10;

  /// How long a target may show nothing but failures and come back.
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private boolean answered;
  private boolean alive;
  private int failures;
  private int hardFailures;
  private long lastSignNanos;
  private long lastingEvents;
  private long failedEvents;

  /// @param beginNanos when the level begins, nanoseconds since the run began
  FailureWatch(long beginNanos) {
    this.lastSignNanos = beginNanos;
  }

  /// Why the level should stop now, null while it should not.
  ///
  /// @param eventsSoFar content events read so far in the level
  @Nullable String add(RequestRecord record, long eventsSoFar) {
    Outcome outcome = record.outcome();
    if (!record.last() || saysNothing(record)) {
      return null;
    }
    failedEvents += outcome.failure() ? record.chunks().count() : 0;
    long lasting = eventsSoFar - failedEvents;
    answered |= !outcome.failure();
    alive |= answered || lasting > lastingEvents;
    if (lasting > lastingEvents || (answered && !unreached(outcome))) {
      lastingEvents = Math.max(lasting, lastingEvents);
      lastSignNanos = record.stamps().endedNanos();
      failures = 0;
      hardFailures = 0;
      return null;
    }
    failures++;
    hardFailures += hard(outcome) ? 1 : 0;
    return hopeless(record, outcome);
  }

  private @Nullable String hopeless(RequestRecord record, Outcome outcome) {
    boolean enough = answered ? failures >= GONE : hardFailures >= HARD || failures >= ANY;
    long silent = record.stamps().endedNanos() - lastSignNanos;
    boolean patient = alive || (!record.streamed() && !unreached(outcome));
    if (!enough || (patient && silent <= PATIENCE_NANOS)) {
      return null;
    }
    return what(silent / 1_000_000_000) + words(outcome);
  }

  private String what(long silentSeconds) {
    if (!alive) {
      return "all of the first " + failures + " requests failed, the last with ";
    }
    String silence =
        answered
            ? "the target answered before and has taken no connection for "
            : "answers began and none was finished, with nothing but failures for ";
    return silence + silentSeconds + " s, the last of " + failures + " requests with ";
  }

  /// Whether no connection was to be had.
  private static boolean unreached(Outcome outcome) {
    return outcome instanceof Outcome.Refused
        || outcome instanceof Outcome.Tls
        || outcome.equals(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT));
  }

  /// What was never sent, or left before a word came, tells neither of an answer nor of a failure.
  private static boolean saysNothing(RequestRecord record) {
    return record.outcome() instanceof Outcome.Unsent
        || (record.outcome() instanceof Outcome.Cancelled && record.chunks().count() == 0);
  }

  private static boolean hard(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Refused _, Outcome.Tls _, Outcome.Malformed _ -> true;
      case Outcome.HttpError e ->
          e.status() >= 300 && e.status() < 500 && e.status() != 408 && e.status() != 429;
      case Outcome.Timeout t -> t.stage() == Outcome.Timeout.Stage.CONNECT;
      case Outcome.Ok _,
          Outcome.ErrorEvent _,
          Outcome.Empty _,
          Outcome.Truncated _,
          Outcome.Reset _,
          Outcome.Unsent _,
          Outcome.Cancelled _ ->
          false;
    };
  }

  private static String words(Outcome outcome) {
    String what =
        outcome instanceof Outcome.HttpError e ? e.key() + " " + e.status() : outcome.key();
    return outcome.detail().isEmpty() ? what : what + ": " + outcome.detail();
  }
}
