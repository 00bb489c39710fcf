/// `goodput compare` and `goodput gate`: from options to the verdict whether one server is slower
/// than another, for servers measured in pairs and for stored runs.
///
/// Owns the options and the choice of runs. Runs on the main thread; signals arrive on a thread of
/// the JVM and only make runs drain or stop.
@NullMarked
package dev.goodput.app.compare;

import org.jspecify.annotations.NullMarked;
