package dev.goodput.app;

/// What the process says when it ends: a contract with scripts and CI jobs (METRICS.md §10).
public enum ExitCode {
  /// All good.
  GOOD(0, "good"),
  /// A fault of ours.
  FAULT(1, "internal fault, or what was found could not be written"),
  /// Usage or bad input.
  USAGE(2, "usage or bad input"),
  /// No use to send load there.
  UNREACHABLE(3, "target unreachable, or it refused in pre-flight"),
  /// Too many failures.
  TOO_MANY_FAILURES(4, "more failures than --max-error-rate"),
  /// The client was the bottleneck.
  CLIENT_BOUND(5, "client-bound: do not use the figures"),
  /// An SLO that was asked for is missed.
  SLO_MISSED(6, "an SLO that was asked for is missed"),
  /// Drained after SIGINT.
  INTERRUPTED(130, "interrupted by SIGINT: drained and reported"),
  /// Drained after SIGTERM.
  TERMINATED(143, "ended by SIGTERM: drained and reported");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /// The number handed to the system.
  public int code() {
    return code;
  }

  /// What it means, for `--help`.
  String meaning() {
    return meaning;
  }
}
