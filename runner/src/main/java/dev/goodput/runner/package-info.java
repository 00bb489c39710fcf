/// What everything below the command line shares that carries a measurement out: errors that end a
/// command, exit codes, checks of values, secrets, the version.
///
/// Owns the exit codes. A user's mistake ends as one line and an exit code. Threading: values and
/// pure functions, usable from any thread.
@NullMarked
package dev.goodput.runner;

import org.jspecify.annotations.NullMarked;
