/// `goodput watch`: its options, the servers that they name, and the exit code.
///
/// Owns the command line and the sessions with the servers. `dev.goodput.monitor.watch` probes.
///
/// Threading: the command's thread opens the sessions and runs the watch. A signal drains the
/// targets.
@NullMarked
package dev.goodput.app.watch;

import org.jspecify.annotations.NullMarked;
