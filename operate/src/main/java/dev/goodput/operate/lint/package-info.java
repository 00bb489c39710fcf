/// A linter of Prometheus rule files: alerts that cannot fire, that fire on noise, and queries of
/// series that do not exist.
///
/// Owns the checks and their messages. `promtool check rules` checks syntax; this package checks
/// what the rules mean.
///
/// Threading: pure functions of texts; safe on any thread.
@NullMarked
package dev.goodput.operate.lint;

import org.jspecify.annotations.NullMarked;
