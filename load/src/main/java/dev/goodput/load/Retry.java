package dev.goodput.load;

import dev.goodput.record.Outcome;

/// The retry policy for failed requests. Every attempt is kept as its own record; all of them share
/// the first one's intended start, so that no wait is hidden.
///
/// Retried are: a failure to connect, a broken connection, a connect time-out, and the statuses
/// 408, 429, 500, 502, 503 and 504. A request whose response has started is never retried.
///
/// @param attempts most attempts in all; 1 for no retries
/// @param backoffNanos wait before the second attempt if the server names none; doubles each time
/// @param capNanos longest wait, even if the server's Retry-After is longer
public record Retry(int attempts, long backoffNanos, long capNanos) {
  /// No retries.
  public static final Retry OFF = new Retry(1, 0, 0);

  /// Checks the bounds.
  public Retry {
    if (attempts < 1 || backoffNanos < 0 || capNanos < 0) {
      throw new IllegalArgumentException(
          "retry needs at least one attempt and no negative wait, found "
              + attempts
              + " attempts, back-off "
              + backoffNanos
              + " ns, cap "
              + capNanos
              + " ns");
    }
  }

  /// Returns the wait before the attempt after `attempt` (from 0), or -1 if there is none.
  ///
  /// @param retryAfterSeconds the server's Retry-After, -1 if it sent none
  long delayNanos(int attempt, Outcome outcome, int retryAfterSeconds) {
    if (attempt + 1 >= attempts || !worthAnother(outcome)) {
      return -1;
    }
    long wait =
        retryAfterSeconds >= 0
            ? retryAfterSeconds * 1_000_000_000L
            : backoffNanos << Math.min(attempt, 20);
    return Math.min(wait, capNanos);
  }

  private static boolean worthAnother(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Refused _, Outcome.Reset _ -> true;
      case Outcome.Timeout t -> t.stage() == Outcome.Timeout.Stage.CONNECT;
      case Outcome.HttpError e -> worthAnother(e.status());
      case Outcome.Ok _,
          Outcome.ErrorEvent _,
          Outcome.Empty _,
          Outcome.Truncated _,
          Outcome.Tls _,
          Outcome.Malformed _,
          Outcome.Unsent _,
          Outcome.Cancelled _ ->
          false;
    };
  }

  private static boolean worthAnother(int status) {
    return status == 408
        || status == 429
        || status == 500
        || status == 502
        || status == 503
        || status == 504;
  }
}
