package dev.goodput.report.model;

/// Something that a run was checked for, a test case for continuous integration.
///
/// @param name what was checked
/// @param outcome what became of it
/// @param type what kind of error it is; empty where it is none
/// @param message why; may be empty where it passed
public record Check(String name, Outcome outcome, String type, String message) {
  /// A check that could be made.
  public Check(String name, Outcome outcome, String message) {
    this(name, outcome, "", message);
  }

  /// The check of the whole, which alone decides.
  public static Check ofVerdict(boolean fails, String message) {
    return new Check("the verdict", fails ? Outcome.FAILED : Outcome.PASSED, message);
  }

  /// What became of a check.
  public enum Outcome {
    /// It holds.
    PASSED,
    /// It does not hold, and fails the job.
    FAILED,
    /// The check does not hold or has no result, and the job does not fail because of it.
    SKIPPED,
    /// It could not be made.
    ERROR
  }
}
