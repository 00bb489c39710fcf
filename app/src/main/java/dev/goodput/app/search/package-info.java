/// `goodput search`: from the options to the highest load that meets an SLO.
///
/// Threading: runs on the main thread. Signals arrive on a thread of the JVM and only make the run
/// drain or stop.
@NullMarked
package dev.goodput.app.search;

import org.jspecify.annotations.NullMarked;
