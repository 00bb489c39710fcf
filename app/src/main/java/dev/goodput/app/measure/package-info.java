/// What every measurement command shares: it connects to the target, creates a run directory, sends
/// requests and shows the results, however the run ends.
///
/// Runs on the main thread. Signals arrive on a JVM thread and only request the run to drain or
/// stop.
@NullMarked
package dev.goodput.app.measure;

import org.jspecify.annotations.NullMarked;
