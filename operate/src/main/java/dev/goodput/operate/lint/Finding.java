package dev.goodput.operate.lint;

/// A fault of a rule.
///
/// @param line from 1
/// @param check the fault's kind, for example `no-evidence-gate`
/// @param rule the name of the alert or recorded series
/// @param problem what is wrong, and what to write instead
public record Finding(int line, String check, String rule, String problem) {
  /// Returns the finding as a line for the terminal, after the file's name.
  @Override
  public String toString() {
    return line + ": [" + check + "] " + rule + ": " + problem;
  }
}
