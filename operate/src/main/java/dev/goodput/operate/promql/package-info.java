/// PromQL as a tree, for the linter: which series a query reads, with which functions and windows.
///
/// The parser accepts the language of Prometheus 2 and 3. It checks structure, not types: `promtool
/// check rules` does that.
///
/// Threading: immutable trees and a pure parser; safe on any thread.
@NullMarked
package dev.goodput.operate.promql;

import org.jspecify.annotations.NullMarked;
