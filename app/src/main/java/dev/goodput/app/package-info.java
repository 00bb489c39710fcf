/// What all commands share: command line parsing, exit codes, error lines, redaction of secrets,
/// signals.
///
/// Owns the exit codes. A user's mistake ends as one line on standard error and an exit code; only
/// an internal fault leaves a stack trace, in a file that the line names. Commands run on the main
/// thread. Event loops touch nothing here except listeners that are handed to them.
@NullMarked
package dev.goodput.app;

import org.jspecify.annotations.NullMarked;
