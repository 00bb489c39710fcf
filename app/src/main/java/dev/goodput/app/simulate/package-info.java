/// `goodput simulate`: serves the simulated engine over HTTP, for any client.
///
/// Reads options and prints its address. The server runs on its own event loops until a signal or,
/// as a child process, the end of standard input.
@NullMarked
package dev.goodput.app.simulate;

import org.jspecify.annotations.NullMarked;
