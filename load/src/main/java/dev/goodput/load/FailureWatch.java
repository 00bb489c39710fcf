package dev.goodput.load;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// Notices a target that answers nothing at all, so that a run ends early and says why. Belongs to
/// the draining thread.
final class FailureWatch {
  /// Failures of a kind that waiting does not mend.
  private static final int HARD = 20;

  /// Failures of any kind.
  private static final int ANY = 100;

  /// No server for this long, and for so many requests in a row, after it had answered.
  private static final long GONE_NANOS = 5_000_000_000L;

  private static final int GONE = 10;

  private boolean everAnswered;
  private long failures;
  private long hardFailures;
  private long refusedInARow;
  private long lastSignNanos;
  private long contentEvents;

  /// Why the level should stop now, null while it should not.
  ///
  /// @param eventsSoFar content events read so far in the level: a server that turns newcomers away
  ///   while it goes on with its answers is there
  @Nullable String add(RequestRecord record, long eventsSoFar) {
    Outcome outcome = record.outcome();
    if (!record.last() || saysNothing(record)) {
      return null;
    }
    if (!outcome.failure() || !unreached(outcome) || eventsSoFar > contentEvents) {
      refusedInARow = 0;
      lastSignNanos = record.stamps().endedNanos();
      contentEvents = eventsSoFar;
    }
    if (!outcome.failure()) {
      everAnswered = true;
      return null;
    }
    failures++;
    hardFailures += hard(outcome) ? 1 : 0;
    refusedInARow += unreached(outcome) ? 1 : 0;
    return everAnswered ? gone(record) : neverThere(outcome);
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

  private @Nullable String neverThere(Outcome outcome) {
    if (hardFailures >= HARD || failures >= ANY) {
      return "all of the first " + failures + " requests failed, the last with " + words(outcome);
    }
    return null;
  }

  private @Nullable String gone(RequestRecord record) {
    long silent = record.stamps().endedNanos() - lastSignNanos;
    if (refusedInARow >= GONE && silent > GONE_NANOS) {
      return "the target answered before and has taken no connection for "
          + silent / 1_000_000_000
          + " s, the last of "
          + refusedInARow
          + " requests with "
          + words(record.outcome());
    }
    return null;
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
