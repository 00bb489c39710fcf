package dev.goodput.report.model;

import java.util.Locale;

/// One judgement in words. The first of a report is its headline: it answers what was measured for.
///
/// @param severity how it bears
/// @param title the judgement itself, two or three words: `meets chat`, `client-bound`
/// @param text the figures behind it
/// @param more what follows from it or what to do; empty where nothing
public record Verdict(Severity severity, String title, String text, String more) {
  /// The judgement and its figures, in a line.
  public String sentence() {
    return title + ": " + text;
  }

  /// The same with a capital, as the title of a report: `Meets chat: 97.1 % of 240 requests were
  /// good, target 95 %`.
  public String headline() {
    String all = text.isEmpty() ? title : sentence();
    return all.substring(0, 1).toUpperCase(Locale.ROOT) + all.substring(1);
  }

  /// The first line of a report: its title, and what follows from it.
  public String answer() {
    return more.isEmpty() ? headline() : headline() + ". " + more;
  }

  /// Returns the same verdict for one of several levels, named by `where`: `at 8 users`.
  public Verdict at(String where) {
    return severity.verdict(title, where + ": " + text, more);
  }
}
