/// The load generator: keeps the schedule, owns the stamps before the wire, and watches its own
/// health.
///
/// `LoadEngine` runs one level of load at a time. A feeder thread reads the workload ahead and
/// encodes bodies. N event loops each hold their own slice of an absolute schedule and their own
/// connections. The thread that called the engine drains finished records from one single-producer
/// ring per loop, passes them on, and samples the client's own health each second. If that thread
/// falls behind by more than `RecordQueue` holds, arrivals wait for it, and the delay is measured.
///
/// Threading: everything named `…Intake`, `LoopWorker` and `SessionRun` belongs to one event loop;
/// the feeder's state belongs to the feeder; sinks and listeners are called by the draining thread
/// only. Data crosses threads through rings, single-writer counters or `Loop.execute`.
@NullMarked
package dev.goodput.load;

import org.jspecify.annotations.NullMarked;
