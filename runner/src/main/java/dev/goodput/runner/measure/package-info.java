/// What all measurements have in common: they open targets, create a run directory, send requests,
/// and leave a run as it can be judged again. Of one target, of pairs of runs, or of new runs
/// against stored ones.
///
/// Threading: main thread. Signals arrive on a JVM thread and only request the run to drain or
/// stop.
@NullMarked
package dev.goodput.runner.measure;

import org.jspecify.annotations.NullMarked;
