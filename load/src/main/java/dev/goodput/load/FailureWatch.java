package dev.goodput.load;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import org.jspecify.annotations.Nullable;

/// Notices a target that answers nothing at all, so that a run ends early and says why. Belongs to
/// the draining thread.
///
/// A sign of life is an answer, or content of one that has not failed since; once a target has
/// answered, each failure by which it shows that it is there. What counts is the failures since the
/// last sign. Before the first, enough of them speak for themselves as soon as no request is left
/// that was sent before they were enough and has not said a word: it may be the one that is
/// answered. After the first they must have gone on for longer than a server takes to come back:
/// what it does until then belongs to the measurement.
final class FailureWatch {
  /// Failures of a kind that waiting does not mend.
  private static final int HARD = 20;

  /// Failures of any kind; answers broken off, of which none was ever finished.
  private static final int ANY = 100;

  /// Failures to reach a target that had answered.
  private static final int GONE = 10;

  /// How long a target may show nothing but failures and come back, and how long an answer that
  /// comes whole is waited for.
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  /// How long the first word of a stream is waited for.
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

  /// @param beginNanos when the level begins, nanoseconds since the run began
  FailureWatch(long beginNanos) {
    this.lastSignNanos = beginNanos;
  }

  /// Why the level should stop now, null while it should not.
  ///
  /// @param eventsSoFar content events read so far in the level
  /// @param waitingSinceNanos when that request was sent which has waited for its first word for
  ///   longest, [Intake#NOBODY] where none does
  @Nullable String add(RequestRecord record, long eventsSoFar, long waitingSinceNanos) {
    Outcome outcome = record.outcome();
    if (!record.last() || saysNothing(record)) {
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

  /// Whether more content came since the last look than the failed answer at hand brought at all.
  /// Where nothing but broken answers ever came, a hundred of them, others that are under way count
  /// only where they come to more than ever before.
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
    boolean patient = alive ? silent <= PATIENCE_NANOS : mayBeAnswered(record, waitingSinceNanos);
    return patient ? null : what(silent / 1_000_000_000) + words(record.outcome());
  }

  /// Whether somebody is left who was sent before the failures were enough. Where no server was
  /// reached at all, whoever was sent after the first of them is no more likely to.
  private boolean mayBeAnswered(RequestRecord failed, long waitingSinceNanos) {
    long now = failed.stamps().endedNanos();
    enoughNanos = Math.min(enoughNanos, now);
    long patience = failed.streamed() ? FIRST_WORD_NANOS : PATIENCE_NANOS;
    return waitingSinceNanos < (reached ? enoughNanos : firstFailureNanos)
        && now - waitingSinceNanos <= patience;
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
