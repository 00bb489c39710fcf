package dev.goodput.operate.lint;

/// A finding of the linter in a rule.
///
/// @param line the line in the file, from 1
/// @param check the name of the check, such as `no-evidence-gate`
/// @param rule the name of the alert or recorded series
/// @param problem what is wrong, and what to write instead
public record LintFinding(int line, String check, String rule, String problem) {
  /// Returns the finding as a line of text, without the file name.
  @Override
  public String toString() {
    return line + ": [" + check + "] " + rule + ": " + problem;
  }
}
