/// Keeps the schedule, owns the stamps before the wire, watches itself.
///
/// One level of load is carried out by `LoadEngine`: a feeder thread reads the workload ahead and
/// encodes bodies, N event loops each hold their own slice of an absolute schedule and their own
/// connections, and the thread that called the engine drains finished records from one
/// single-producer ring per loop, hands them on, and samples the client's own health each second.
/// Where that thread falls behind by more than `Backlog` holds, arrivals wait for it: late, and
/// seen as late.
///
/// Threading: everything named `…Intake`, `LoopWorker` and `SessionRun` belongs to one event loop;
/// the feeder's state to the feeder; sinks and listeners are called by the draining thread only.
/// What crosses threads does so through rings, single-writer counters or `Loop.execute`.
@NullMarked
package dev.goodput.load;

import org.jspecify.annotations.NullMarked;
