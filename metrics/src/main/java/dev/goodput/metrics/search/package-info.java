/// What a search for the highest load that keeps an SLO was made for, and what it found
/// (STATISTICS.md §5). Values are immutable; no threads.
@NullMarked
package dev.goodput.metrics.search;

import org.jspecify.annotations.NullMarked;
