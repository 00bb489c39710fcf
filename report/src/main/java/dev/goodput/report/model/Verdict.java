package dev.goodput.report.model;

/// One judgement in words.
///
/// @param tone how it bears
/// @param title the judgement itself, two or three words: `meets chat`, `client-bound`
/// @param text the figures behind it
/// @param more what follows from it or what to do; empty where nothing
public record Verdict(Severity tone, String title, String text, String more) {
  /// The judgement and its figures, in a line.
  public String sentence() {
    return title + ": " + text;
  }

  /// The same, said of one of several levels, which `where` names: `at 8 users`.
  public Verdict at(String where) {
    return tone.verdict(title, where + ": " + text, more);
  }
}
