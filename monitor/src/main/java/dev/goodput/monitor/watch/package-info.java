/// A watch in operation: probes live servers with a few small requests. It uses the load engine and
/// the stamps of a benchmark, and the live figures of the gateway.
///
/// Owns the results of the probes: failures, outages, the share of good requests. The load engine
/// keeps the schedule, with one level per server that lasts as long as the watch.
///
/// Threading: the level of each server runs on its own thread, which queues records. Only the
/// thread of the watch aggregates them, prints them and feeds the meter, the exports and the log.
@NullMarked
package dev.goodput.monitor.watch;

import org.jspecify.annotations.NullMarked;
