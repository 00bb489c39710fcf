package dev.goodput.metrics.result;

import java.util.Set;

/// What a run comes to as a whole, over all of its load levels: what its exit code, and every
/// report of it, say first (METRICS.md §10). Interruptions and what could not be written are told
/// apart.
public enum Conclusion {
  /// Nothing speaks against it.
  GOOD,
  /// Our own accounting contradicts itself.
  FAULT,
  /// No request fell due at all.
  NOTHING_ASKED,
  /// There were requests, and none found a server, not even before the window.
  UNREACHABLE,
  /// More failures than allowed, warm-up and drain included.
  TOO_MANY_FAILURES,
  /// No request began in the window of any level; or an SLO was asked for, and of those that did
  /// begin there all left before it could judge them, or the log ends before the level did.
  NOTHING_JUDGED,
  /// At some level the client was the bottleneck.
  CLIENT_BOUND,
  /// No level that was asked in full meets the SLO, which was asked for; or, where none of those
  /// was judged, no other.
  SLO_MISSED,
  /// What was compared is slower than what it was compared with, by more than is allowed.
  REGRESSED,
  /// Too little was measured for what was asked.
  INCONCLUSIVE,
  /// Requests began in the windows and failed, as many as are allowed, and none got an answer.
  NOTHING_ANSWERED;

  private static final Set<String> NEVER_REACHED =
      Set.of("refused", "tls", "timeout_connect", "unsent", "cancelled");

  /// The first that applies; of METRICS.md's 3, 4, 5 and 6 the lowest.
  ///
  /// @param sloAsked whether the SLO was asked for; a workload's own preset only informs
  /// @param maxErrorRate the largest share of failures of a run that is good
  public static Conclusion of(RunResult result, boolean sloAsked, double maxErrorRate) {
    if (!result.faults().isEmpty()) {
      return FAULT;
    }
    if (result.levels().stream().allMatch(level -> level.totals().requests() == 0)) {
      return result.levels().stream().anyMatch(LevelResult::lost) ? NOTHING_JUDGED : NOTHING_ASKED;
    }
    if (unreachable(result)) {
      return UNREACHABLE;
    }
    if (result.errorRate() > maxErrorRate) {
      return TOO_MANY_FAILURES;
    }
    if (result.levels().stream().allMatch(level -> level.requests().intended() == 0)) {
      return NOTHING_JUDGED;
    }
    if (result.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return CLIENT_BOUND;
    }
    SloResult slo = result.slo();
    if (sloAsked && slo != null && !Boolean.TRUE.equals(slo.met())) {
      return slo.met() == null ? NOTHING_JUDGED : SLO_MISSED;
    }
    return unanswered(result) ? NOTHING_ANSWERED : GOOD;
  }

  /// Where users only left by plan there is nothing to be ashamed of.
  private static boolean unanswered(RunResult result) {
    return result.levels().stream().allMatch(level -> level.requests().ok() == 0)
        && result.levels().stream().anyMatch(level -> level.requests().failed() > 0);
  }

  private static boolean unreachable(RunResult result) {
    return result.levels().stream().anyMatch(level -> level.totals().failed() > 0)
        && result.levels().stream().allMatch(Conclusion::neverReached);
  }

  private static boolean neverReached(LevelResult level) {
    return level.totals().ok() == 0
        && NEVER_REACHED.containsAll(level.totals().byOutcome().keySet());
  }
}
