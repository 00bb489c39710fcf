package dev.goodput.metrics.analysis;

import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Whether answers stopped well before a level's end though requests went on: then the server may
/// have gone in mid-run.
///
/// Said only where at least ten requests that began after the last answer failed, over at least
/// three seconds, three times the longest wait between two answers before, and the wait for the
/// first. Where nobody is even let in, once the longest wait will do: a server that is only slow
/// refuses no connection. Whoever left a stream that still spoke has seen the server alive.
final class StallDetector {
  private static final int LEAST_FAILURES = 10;
  private static final long LEAST_NANOS = 3_000_000_000L;
  private static final int TIMES = 3;
  private static final long NEVER = Long.MIN_VALUE;

  /// Failures that are answers of the server.
  private static final Set<String> ANSWERS =
      Set.of("http_error", "error_event", "empty", "malformed", "truncated");

  private final Map<String, Long> failures = new TreeMap<>();
  private long firstSign = NEVER;
  private long lastSign = NEVER;
  private long lastOk = NEVER;
  private long longestWait;
  private long failed;
  private long lastFailure = NEVER;

  /// Failures to which the server began an answer.
  private long begun;

  /// Failures that were more than a refused connection.
  private long letIn;

  /// Takes in a request by its last attempt, in the order in which they ended.
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
      failures.merge(word(outcome), 1L, Long::sum);
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

  /// The sentence, empty where answers went on or there were none.
  ///
  /// @param beginNanos when the level began
  Optional<String> sentence(int level, long beginNanos) {
    long waited = (letIn == 0 ? 1 : TIMES) * longestWait;
    long least = Math.max(Math.max(LEAST_NANOS, waited), firstSign - beginNanos);
    if (lastOk == NEVER || failed < LEAST_FAILURES || lastFailure - lastSign < least) {
      return Optional.empty();
    }
    return Optional.of(
        "no answer succeeded after %s into the %s, and %d requests failed since: the server may have %s (%s)"
            .formatted(
                Text.seconds((lastOk - beginNanos) / 1e9),
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

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.HttpError error) {
      return "HTTP " + error.status();
    }
    boolean refused = outcome instanceof Outcome.Refused && !outcome.detail().isEmpty();
    return refused ? outcome.detail() : outcome.key().replace('_', ' ');
  }
}
