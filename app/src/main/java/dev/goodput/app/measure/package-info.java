/// What every command that measures does alike: it meets the target, keeps a run directory, asks,
/// and shows what came of it, however it ends.
///
/// Runs on the main thread; signals arrive on a thread of the JVM and only ask the run to drain or
/// stop.
@NullMarked
package dev.goodput.app.measure;

import org.jspecify.annotations.NullMarked;
