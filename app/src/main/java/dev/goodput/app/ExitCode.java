package dev.goodput.app;

import dev.goodput.metrics.result.Conclusion;

/// What the process says when it ends: a contract with scripts and CI jobs (METRICS.md §10).
public enum ExitCode {
  /// All good.
  GOOD(0, "good"),
  /// A fault of ours.
  FAULT(1, "internal fault, or what was found could not be written"),
  /// Usage or bad input; or of a run there is nothing to judge.
  USAGE(2, "usage or bad input", "; or nothing was measured, answered or judged by --slo"),
  /// No use to send load there.
  UNREACHABLE(3, "target unreachable, or it refused in pre-flight"),
  /// Too many failures.
  TOO_MANY_FAILURES(4, "more failures than --max-error-rate"),
  /// The client was the bottleneck.
  CLIENT_BOUND(5, "client-bound: do not use the figures"),
  /// An SLO that was asked for is missed.
  SLO_MISSED(6, "an SLO that was asked for is missed"),
  /// A build is slower than its baseline.
  REGRESSED(7, "regressed"),
  /// More has to be measured before anything can be said.
  INCONCLUSIVE(8, "inconclusive: more has to be measured"),
  /// Ended by SIGINT; a run that had begun is drained.
  INTERRUPTED(130, "interrupted by SIGINT", ": what there was is reported"),
  /// Ended by SIGTERM, a run by SIGHUP too; a run that had begun is drained.
  TERMINATED(143, "ended by SIGTERM", " or SIGHUP: what there was is reported");

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

  /// That of a run that comes to this, unless it was interrupted.
  public static ExitCode of(Conclusion conclusion) {
    return switch (conclusion) {
      case GOOD -> GOOD;
      case FAULT -> FAULT;
      case NOTHING_ASKED, NOTHING_JUDGED, NOTHING_ANSWERED -> USAGE;
      case UNREACHABLE -> UNREACHABLE;
      case TOO_MANY_FAILURES -> TOO_MANY_FAILURES;
      case CLIENT_BOUND -> CLIENT_BOUND;
      case SLO_MISSED -> SLO_MISSED;
      case REGRESSED -> REGRESSED;
      case INCONCLUSIVE -> INCONCLUSIVE;
    };
  }

  /// The number handed to the system.
  public int code() {
    return code;
  }

  /// What it means, for `--help`.
  public String meaning() {
    return meaning;
  }

  /// The same of a command that measures or judges a run.
  public String meaningOfRun() {
    return meaning + ofRun;
  }
}
