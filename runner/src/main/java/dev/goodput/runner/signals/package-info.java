/// Signals of the process, and what they do to a measurement in each of its phases.
///
/// Threading: signals arrive on a JVM thread; what they share with the main thread is guarded.
@NullMarked
package dev.goodput.runner.signals;

import org.jspecify.annotations.NullMarked;
