package dev.goodput.metrics.result;

import java.util.Set;

/// The outcome of a whole run over all of its load levels, which its exit code and every report
/// show first (docs/reference/exit-codes.md). Interruptions and write failures are reported
/// separately.
public enum Conclusion {
  /// No problem was found.
  GOOD,
  /// Our own accounting contradicts itself.
  FAULT,
  /// No request was due.
  NOTHING_SENT,
  /// There were requests, and none reached a server, not even before the window.
  UNREACHABLE,
  /// More failures than allowed, warm-up and drain included.
  TOO_MANY_FAILURES,
  /// No request started in the window of any level; or an SLO was requested and could not be
  /// judged, because all requests in the windows were cancelled or cut off too early, or the log
  /// ends before the level did.
  NOTHING_JUDGED,
  /// At some level the client was the bottleneck.
  CLIENT_BOUND,
  /// No level that ran in full meets the requested SLO; or, if none of those was judged, no other.
  SLO_MISSED,
  /// The candidate is slower than the baseline by more than allowed.
  REGRESSED,
  /// Too little was measured for a verdict.
  INCONCLUSIVE,
  /// Requests started in the windows and failed, no more than allowed, and none got a response.
  NO_RESPONSE;

  private static final Set<String> NEVER_REACHED =
      Set.of("refused", "tls", "timeout_connect", "unsent", "cancelled");

  /// The first that applies; of the exit codes 3, 4, 5 and 6 the lowest.
  ///
  /// @param sloRequested whether the SLO was requested; a workload's own preset only informs
  /// @param maxErrorRate the largest share of failures of a run that is good
  public static Conclusion of(RunResult result, boolean sloRequested, double maxErrorRate) {
    if (!result.faults().isEmpty()) {
      return FAULT;
    }
    if (result.levels().stream().allMatch(level -> level.totals().requests() == 0)) {
      return result.levels().stream().anyMatch(LevelResult::lost) ? NOTHING_JUDGED : NOTHING_SENT;
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
    if (sloRequested && slo != null && !Boolean.TRUE.equals(slo.met())) {
      return slo.met() == null ? NOTHING_JUDGED : SLO_MISSED;
    }
    return unanswered(result) ? NO_RESPONSE : GOOD;
  }

  /// If users only cancelled as planned, missing responses are not a problem.
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
