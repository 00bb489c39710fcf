/// What all commands share: reading a command line, exit codes, lines of errors, redaction of
/// secrets, signals.
///
/// Owns the exit codes. A user's mistake ends as one line on standard error and an exit code; only
/// a fault of ours leaves a trace, in a file that the line names. Commands run on the main thread;
/// nothing here is touched by the event loops but listeners that are handed to them.
@NullMarked
package dev.goodput.app;

import org.jspecify.annotations.NullMarked;
