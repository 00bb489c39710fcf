/// The goals and results of searches for the highest load that meets an SLO
/// (docs/explanation/statistics.md). Values are immutable; no threads.
@NullMarked
package dev.goodput.metrics.search;

import org.jspecify.annotations.NullMarked;
