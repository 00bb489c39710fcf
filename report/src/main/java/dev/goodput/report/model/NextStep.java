package dev.goodput.report.model;

/// What to do after a run.
///
/// @param command a whole command, as a shell reads it; empty where an existing page answers the
///   question
/// @param question what the command answers, or what has to be done before; may be empty
public record NextStep(String command, String question) {
  /// After a run whose client was too slow: more load would only make it later.
  public static final NextStep SELFTEST =
      new NextStep("goodput selftest", "how much can this machine measure?");
}
