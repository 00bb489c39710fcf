/// Logging of libraries, and of Goodput's own modules for unusual events off the hot path.
///
/// Nothing is logged to the terminal. Warnings go to `run.log` in the run directory; the first
/// warning creates the file. Every line passes the same filter that keeps keys out of the manifest.
@NullMarked
package dev.goodput.runner.log;

import org.jspecify.annotations.NullMarked;
