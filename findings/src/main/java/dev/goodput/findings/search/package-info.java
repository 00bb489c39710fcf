/// What people and programs read of a search for the highest load that keeps an SLO.
///
/// Pure functions of what was found; any thread.
@NullMarked
package dev.goodput.findings.search;

import org.jspecify.annotations.NullMarked;
