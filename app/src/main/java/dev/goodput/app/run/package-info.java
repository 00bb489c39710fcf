/// Shared parts of the commands that measure and report: judging a run directory, showing it, and
/// its exit code.
///
/// A report uses only the run directory, so that it is the same after the run and a year later.
///
/// Threading: main thread, unless a class states otherwise.
@NullMarked
package dev.goodput.app.run;

import org.jspecify.annotations.NullMarked;
