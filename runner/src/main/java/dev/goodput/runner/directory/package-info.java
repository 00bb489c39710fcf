/// The directory of a run: its name, its manifest from start to end, and the files next to its log.
///
/// Threading: main thread.
@NullMarked
package dev.goodput.runner.directory;

import org.jspecify.annotations.NullMarked;
