package dev.goodput.app.run;

import dev.goodput.app.ExitCode;
import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.RunResult;
import java.util.Set;

/// From a run's result to the process's exit code; the lowest of 3, 4, 5, 6 that applies wins.
public final class Verdict {
  private static final Set<String> NEVER_REACHED =
      Set.of("refused", "tls", "timeout_connect", "unsent", "cancelled");

  private Verdict() {}

  /// The exit code of a run that was not interrupted.
  public static ExitCode of(RunResult result, Judgement judgement) {
    if (!result.faults().isEmpty()) {
      return ExitCode.FAULT;
    }
    if (asked(result) == 0) {
      return ExitCode.USAGE;
    }
    if (unreachable(result)) {
      return ExitCode.UNREACHABLE;
    }
    if (result.errorRate() > judgement.maxErrorRate()) {
      return ExitCode.TOO_MANY_FAILURES;
    }
    if (judged(result) == 0) {
      return ExitCode.USAGE;
    }
    if (result.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return ExitCode.CLIENT_BOUND;
    }
    boolean missed = result.slo() != null && !result.slo().met();
    return judgement.sloAsked() && missed ? ExitCode.SLO_MISSED : ExitCode.GOOD;
  }

  /// Requests of all levels, warm-up and drain included. A run that asked nothing measured nothing,
  /// whatever else may be said of it.
  public static long asked(RunResult result) {
    return result.levels().stream().mapToLong(level -> level.totals().requests()).sum();
  }

  /// Requests of all levels that began in the window: without any there is nothing to judge by.
  public static long judged(RunResult result) {
    return result.levels().stream().mapToLong(level -> level.requests().intended()).sum();
  }

  /// Whether there were requests and none found a server, not even before the window.
  private static boolean unreachable(RunResult result) {
    return result.levels().stream().anyMatch(level -> level.totals().failed() > 0)
        && result.levels().stream().allMatch(Verdict::neverReached);
  }

  private static boolean neverReached(LevelResult level) {
    return level.totals().ok() == 0
        && NEVER_REACHED.containsAll(level.totals().byOutcome().keySet());
  }
}
