/// What all commands share: command line parsing and error lines.
///
/// A user's mistake ends as one line on standard error and an exit code; only an internal fault
/// leaves a stack trace, in a file that the line names. Commands run on the main thread.
@NullMarked
package dev.goodput.app;

import org.jspecify.annotations.NullMarked;
