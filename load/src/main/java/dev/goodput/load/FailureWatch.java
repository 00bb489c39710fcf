package dev.goodput.load;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// A detector of targets that answer nothing at all, so that a run ends early with the reason.
/// Belongs to the draining thread.
///
/// A sign of life is a complete response, or content of a response that has not failed since. Once
/// a target has answered, every failure that shows that the target is reachable is a sign of life
/// too. The detector counts the failures since the last sign.
///
/// Before the first sign, the level ends when there are enough failures and no request is left that
/// was sent before that point and is still without content: that request might be the first to be
/// answered. After the first sign, the failures must also have lasted longer than a server takes to
/// come back: what it does until then belongs to the measurement.
final class FailureWatch {
  /// Limit for failures that waiting does not fix.
  private static final int HARD = 20;

  /// Limit for failures of any kind; also for responses that broke off while none was ever
  /// completed.
  private static final int ANY = 100;

  /// Limit for failures to reach a target that had answered before.
  private static final int GONE = 10;

  /// How long a target may show only failures and still come back, and how long a non-streamed
  /// response is waited for.
  private static final long TIMEOUT_NANOS = 30_000_000_000L;

  /// How long the first content of a stream is waited for.
  private static final long FIRST_WORD_NANOS = 10_000_000_000L;

  private static final long NEVER = Long.MAX_VALUE;

  private boolean answered;
  private boolean alive;
  private int failures;
  private int hardFailures;
  private int brokenOff;
  private long lastSignNanos;
  private boolean reached;
  private long firstFailureNanos = NEVER;
  private long enoughNanos = NEVER;
  private long lastingEvents;
  private long failedEvents;

  /// @param beginNanos when the level starts, nanoseconds since the run began
  FailureWatch(long beginNanos) {
    this.lastSignNanos = beginNanos;
  }

  /// Returns why the level should stop now, null if it should not.
  ///
  /// @param eventsSoFar content events read so far in the level
  /// @param waitingSinceNanos when the request was sent that has waited longest for its first
  ///   content, [Intake#NOBODY] if none waits
  @Nullable String add(RequestRecord record, long eventsSoFar, long waitingSinceNanos) {
    Outcome outcome = record.outcome();
    if (!record.last() || isNoEvidence(record)) {
      return null;
    }
    answered |= !outcome.failure();
    if (contentLasts(record, eventsSoFar) || (answered && !unreached(outcome))) {
      sign(record);
      return null;
    }
    failures++;
    hardFailures += hard(outcome) ? 1 : 0;
    reached |= !unreached(outcome);
    firstFailureNanos = Math.min(firstFailureNanos, record.stamps().endedNanos());
    return enough() ? hopeless(record, waitingSinceNanos) : null;
  }

  private boolean enough() {
    return answered ? failures >= GONE : hardFailures >= HARD || failures >= ANY;
  }

  private void sign(RequestRecord record) {
    alive = true;
    lastSignNanos = record.stamps().endedNanos();
    failures = 0;
    hardFailures = 0;
  }

  /// Returns whether more content has arrived since the last call than this failed response brought
  /// in all. Once a hundred responses have broken off and none was ever completed, content of
  /// others counts only if it exceeds the previous maximum.
  private boolean contentLasts(RequestRecord record, long eventsSoFar) {
    int lost = record.outcome().failure() ? record.chunks().count() : 0;
    failedEvents += lost;
    brokenOff += lost > 0 ? 1 : 0;
    long lasting = eventsSoFar - failedEvents;
    boolean more = lasting > lastingEvents;
    boolean doubtful = !answered && brokenOff >= ANY;
    lastingEvents = doubtful ? Math.max(lasting, lastingEvents) : lasting;
    return more;
  }

  private @Nullable String hopeless(RequestRecord record, long waitingSinceNanos) {
    long silent = record.stamps().endedNanos() - lastSignNanos;
    boolean patient = alive ? silent <= TIMEOUT_NANOS : mayBeAnswered(record, waitingSinceNanos);
    return patient ? null : what(silent / 1_000_000_000) + words(record.outcome());
  }

  /// Returns whether a request is left that was sent before there were enough failures. If no
  /// server was reached at all, a request sent after the first failure is no more likely to
  /// succeed.
  private boolean mayBeAnswered(RequestRecord failed, long waitingSinceNanos) {
    long now = failed.stamps().endedNanos();
    enoughNanos = Math.min(enoughNanos, now);
    long timeout = failed.streamed() ? FIRST_WORD_NANOS : TIMEOUT_NANOS;
    return waitingSinceNanos < (reached ? enoughNanos : firstFailureNanos)
        && now - waitingSinceNanos <= timeout;
  }

  private String what(long silentSeconds) {
    if (!alive) {
      return "all of the first " + failures + " requests failed, the last with ";
    }
    String silence =
        answered
            ? "the target answered before and has taken no connection for "
            : "responses started and none finished, with nothing but failures for ";
    return silence + silentSeconds + " s, the last of " + failures + " requests with ";
  }

  /// Returns whether no connection could be made.
  private static boolean unreached(Outcome outcome) {
    return outcome instanceof Outcome.Refused
        || outcome instanceof Outcome.Tls
        || outcome.equals(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT));
  }

  /// Returns whether the request was never sent, or was cancelled before any content: then it shows
  /// neither a response nor a failure.
  private static boolean isNoEvidence(RequestRecord record) {
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
