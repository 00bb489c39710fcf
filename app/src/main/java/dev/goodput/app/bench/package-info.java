/// `goodput bench`: from what was typed to a measured run and its exit code.
///
/// Option groups are plain values that picocli fills; [dev.goodput.app.bench.BenchCommand] rejects
/// contradictions before anything is opened; the rest wires the modules. Runs on the main thread;
/// signals arrive on a thread of the JVM and only make the run drain or stop.
@NullMarked
package dev.goodput.app.bench;

import org.jspecify.annotations.NullMarked;
