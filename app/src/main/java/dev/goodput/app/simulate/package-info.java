/// `goodput simulate`: the simulated engine behind HTTP, for any client.
///
/// Reads options and prints where it serves; the server runs on event loops of its own until a
/// signal or, as a child, the end of standard input.
@NullMarked
package dev.goodput.app.simulate;

import org.jspecify.annotations.NullMarked;
