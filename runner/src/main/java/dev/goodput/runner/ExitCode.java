package dev.goodput.runner;

import dev.goodput.metrics.result.Conclusion;

/// The exit codes of the process: a contract with scripts and CI jobs
/// (docs/reference/exit-codes.md).
public enum ExitCode {
  /// Success.
  GOOD(0, "good"),
  /// An internal fault.
  FAULT(1, "internal fault, or results could not be written"),
  /// A usage error or bad input; for a run, also that nothing can be judged.
  USAGE(2, "usage or bad input", "; or nothing was measured, answered or judged by --slo"),
  /// The target is unusable, so no load was sent.
  UNREACHABLE(3, "target unreachable, or it refused in pre-flight"),
  /// More failures than allowed.
  TOO_MANY_FAILURES(4, "more failures than --max-error-rate"),
  /// The client was the bottleneck.
  CLIENT_BOUND(5, "client-bound: do not use the figures"),
  /// A requested SLO was missed.
  SLO_MISSED(6, "a requested SLO is missed"),
  /// A build is slower than its baseline.
  REGRESSED(7, "regressed"),
  /// More measurements are needed for a verdict.
  INCONCLUSIVE(8, "inconclusive: measure more"),
  /// Ended by SIGINT; a run that had started is drained.
  INTERRUPTED(130, "interrupted by SIGINT", ": the results so far are reported"),
  /// Ended by SIGTERM, or a run by SIGHUP; a run that had started is drained.
  TERMINATED(143, "ended by SIGTERM", " or SIGHUP: the results so far are reported");

  private final int code;
  private final String meaning;
  private final String ofRun;

  ExitCode(int code, String meaning) {
    this(code, meaning, "");
  }

  ExitCode(int code, String meaning, String ofRun) {
    this.code = code;
    this.meaning = meaning;
    this.ofRun = ofRun;
  }

  /// Returns the exit code of a run with this conclusion, unless it was interrupted.
  public static ExitCode of(Conclusion conclusion) {
    return switch (conclusion) {
      case GOOD -> GOOD;
      case FAULT -> FAULT;
      case NOTHING_SENT, NOTHING_JUDGED, NO_RESPONSE -> USAGE;
      case UNREACHABLE -> UNREACHABLE;
      case TOO_MANY_FAILURES -> TOO_MANY_FAILURES;
      case CLIENT_BOUND -> CLIENT_BOUND;
      case SLO_MISSED -> SLO_MISSED;
      case REGRESSED -> REGRESSED;
      case INCONCLUSIVE -> INCONCLUSIVE;
    };
  }

  /// Returns the number passed to the operating system.
  public int code() {
    return code;
  }

  /// Returns the meaning of the code, for `--help`.
  public String meaning() {
    return meaning;
  }

  /// Returns the meaning of the code for a command that measures or judges a run.
  public String meaningOfRun() {
    return meaning + ofRun;
  }
}
