/// `goodput search`: from what was typed to the highest load that keeps an SLO.
///
/// Runs on the main thread; signals arrive on a thread of the JVM and only ask the run to drain or
/// stop.
@NullMarked
package dev.goodput.app.search;

import org.jspecify.annotations.NullMarked;
