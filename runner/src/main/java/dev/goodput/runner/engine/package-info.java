/// The embedded engine: `goodput simulate` as a child process, so that the engine's work cannot
/// delay the client's stamps.
///
/// The child ends when its standard input does. The operating system closes that input however the
/// parent ends.
@NullMarked
package dev.goodput.runner.engine;

import org.jspecify.annotations.NullMarked;
