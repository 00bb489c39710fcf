/// Logging of libraries, and of our own modules where something unusual happened off the hot path.
///
/// Quiet on the terminal; warnings go to `run.log` in the run directory, made only when there is
/// one. Every line passes the same filter that keeps keys out of the manifest.
@NullMarked
package dev.goodput.app.log;

import org.jspecify.annotations.NullMarked;
