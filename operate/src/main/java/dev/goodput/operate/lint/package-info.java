/// A linter for Prometheus rule files. It finds alerts that cannot fire, alerts that fire on noise,
/// and queries of metrics that do not exist.
///
/// Owns the checks and their messages. `promtool check rules` checks syntax; this package checks
/// what the rules mean.
///
/// Threading: a [KnownMetrics] belongs to one thread; everything else is safe on any thread.
@NullMarked
package dev.goodput.operate.lint;

import org.jspecify.annotations.NullMarked;
