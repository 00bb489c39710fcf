package dev.goodput.operate.lint;

import dev.goodput.operate.promql.Expr;
import java.util.LinkedHashSet;
import java.util.Set;

/// A rule that is checked: its query, the line of the query, and the findings so far.
///
/// @param name the name of the alert or of the recorded metric
/// @param alert whether it is an alert
/// @param query the text of the query
/// @param line the line on which the query starts
/// @param expr the query as a tree
/// @param findings the findings, in the order in which they were found
record LintedRule(
    String name, boolean alert, String query, int line, Expr expr, Set<LintFinding> findings) {
  LintedRule(String name, boolean alert, String query, int line, Expr expr) {
    this(name, alert, query, line, expr, new LinkedHashSet<>());
  }

  /// Adds a finding at a node of the query.
  void report(String check, Expr node, String problem) {
    findings.add(new LintFinding(lineOf(query, line, node.at()), check, name, problem));
  }

  /// Returns the line in the file of an offset in a query.
  static int lineOf(String query, int line, int offset) {
    int end = Math.min(offset, query.stripTrailing().length());
    return line + (int) query.substring(0, end).chars().filter(c -> c == '\n').count();
  }
}
