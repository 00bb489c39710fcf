/// `goodput hop`: from what was typed to what a proxy does to streams.
///
/// Owns the options and the embedded upstream. Runs on the main thread; signals arrive on a thread
/// of the JVM and only make the run drain or stop.
@NullMarked
package dev.goodput.app.hop;

import org.jspecify.annotations.NullMarked;
