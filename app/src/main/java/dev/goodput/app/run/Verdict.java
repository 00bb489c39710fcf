package dev.goodput.app.run;

import dev.goodput.app.ExitCode;
import dev.goodput.metrics.Conclusion;
import dev.goodput.metrics.RunResult;

/// From a run's result to the process's exit code.
public final class Verdict {
  private Verdict() {}

  /// The exit code of a run that was not interrupted.
  public static ExitCode of(RunResult result, Judgement judgement) {
    return switch (Conclusion.of(result, judgement.sloAsked(), judgement.maxErrorRate())) {
      case GOOD -> ExitCode.GOOD;
      case FAULT -> ExitCode.FAULT;
      case NOTHING_ASKED, NOTHING_JUDGED, NOTHING_ANSWERED -> ExitCode.USAGE;
      case UNREACHABLE -> ExitCode.UNREACHABLE;
      case TOO_MANY_FAILURES -> ExitCode.TOO_MANY_FAILURES;
      case CLIENT_BOUND -> ExitCode.CLIENT_BOUND;
      case SLO_MISSED -> ExitCode.SLO_MISSED;
    };
  }
}
