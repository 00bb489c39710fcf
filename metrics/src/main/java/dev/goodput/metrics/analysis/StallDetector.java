package dev.goodput.metrics.analysis;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A detector of responses that stop well before a level's end although requests go on, which may
/// mean that the server died during the run.
///
/// It reports only if at least ten requests that started after the last response failed, over at
/// least three seconds, three times the longest earlier wait between two responses, and the wait
/// for the first one. If every connection is refused, once the longest wait is enough: a server
/// that is only slow refuses no connection. A user who cancelled an active stream shows that the
/// server was alive.
final class StallDetector {
  private static final int MIN_FAILURES = 10;
  private static final long MIN_NANOS = 3_000_000_000L;
  private static final int TIMES = 3;
  private static final long NEVER = Long.MIN_VALUE;

  /// Failures that are responses of the server.
  private static final Set<String> ANSWERS =
      Set.of("http_error", "error_event", "empty", "malformed", "truncated");

  private final Map<String, Long> failures = new TreeMap<>();
  private long firstSign = NEVER;
  private long lastSign = NEVER;
  private long lastOk = NEVER;
  private long longestWait;
  private long failed;
  private long lastFailure = NEVER;

  /// Failures for which the server started a response.
  private long begun;

  /// Failures other than a refused connection.
  private long letIn;

  /// Adds a request by its last attempt, in the order of ends.
  void add(RequestRecord request, long start) {
    Outcome outcome = request.outcome();
    long end = request.stamps().endedNanos();
    if (outcome instanceof Outcome.Ok) {
      lastOk = Math.max(lastOk, end);
      sign(end);
    } else if (outcome instanceof Outcome.Cancelled) {
      if (request.chunks().count() > 0) {
        sign(end);
      }
    } else if (!(outcome instanceof Outcome.Unsent) && start >= lastSign) {
      failed++;
      letIn += outcome instanceof Outcome.Refused ? 0 : 1;
      failures.merge(outcomeName(outcome), 1L, Long::sum);
      begun += began(request) ? 1 : 0;
      lastFailure = Math.max(lastFailure, end);
    }
  }

  private void sign(long end) {
    if (firstSign == NEVER) {
      firstSign = end;
    }
    longestWait = Math.max(longestWait, end - Math.max(lastSign, firstSign));
    lastSign = Math.max(lastSign, end);
    failures.clear();
    failed = 0;
    letIn = 0;
    begun = 0;
  }

  private static boolean began(RequestRecord request) {
    return ANSWERS.contains(request.outcome().key())
        || Stamps.present(request.stamps().headersNanos());
  }

  /// Returns the sentence, empty if responses continued or there were none.
  ///
  /// @param beginNanos when the level started
  Optional<String> sentence(int level, long beginNanos) {
    long waited = (letIn == 0 ? 1 : TIMES) * longestWait;
    long least = Math.max(Math.max(MIN_NANOS, waited), firstSign - beginNanos);
    if (lastOk == NEVER || failed < MIN_FAILURES || lastFailure - lastSign < least) {
      return Optional.empty();
    }
    return Optional.of(
        "no response succeeded after %s into the %s, and %d requests failed since: the server may have %s (%s)"
            .formatted(
                FigureText.seconds((lastOk - beginNanos) / 1e9),
                level == 0 ? "run" : "level",
                failed,
                2 * begun > failed ? "stopped serving" : "gone",
                most()));
  }

  private String most() {
    return failures.entrySet().stream()
        .max(Comparator.comparingLong(Map.Entry::getValue))
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private static String outcomeName(Outcome outcome) {
    if (outcome instanceof Outcome.HttpError error) {
      return "HTTP " + error.status();
    }
    boolean refused = outcome instanceof Outcome.Refused && !outcome.detail().isEmpty();
    return refused ? outcome.detail() : outcome.key().replace('_', ' ');
  }
}
