/// What every measurement command shares: its options, and the order from its command line to its
/// exit code. It carries out a measurement of `runner.measure` and shows the results, however the
/// run ends.
///
/// Runs on the main thread. Signals arrive on a JVM thread and only request the run to drain or
/// stop.
@NullMarked
package dev.goodput.app.measure;

import org.jspecify.annotations.NullMarked;
