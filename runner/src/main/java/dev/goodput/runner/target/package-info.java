/// From a plan to a target that requests can be sent to: the pre-flight check of a server, or of a
/// simulated engine, and the workload as it is opened for it.
///
/// Threading: main thread.
@NullMarked
package dev.goodput.runner.target;

import org.jspecify.annotations.NullMarked;
