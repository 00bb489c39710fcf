/// `goodput compare` and `goodput gate`: from what was typed to whether one is slower than another,
/// of servers that are asked in pairs, and of stored runs that are held against each other.
///
/// Owns the options and which runs are meant. Runs on the main thread; signals arrive on a thread
/// of the JVM and only ask runs to drain or stop.
@NullMarked
package dev.goodput.app.compare;

import org.jspecify.annotations.NullMarked;
