/// Live figures of a gateway's traffic, by the same definitions as those of a run.
///
/// A [TrafficMeter] takes the records of exchanges as they end and returns [TrafficSnapshot]s:
/// totals since it started and windows of a minute, five minutes and an hour, by labels of bounded
/// number. The classes of `metrics.stream` judge requests, so that live and reported figures of the
/// same requests are equal. Windows hold the exchanges that *ended* in them, while a run's sample
/// holds those that started in it: a request that is still waiting is in no window before its end,
/// and counts as in flight. Tokens by second count where they arrived, known once their response
/// has ended; rates of windows count exchanges that ended in them with all their tokens.
///
/// Owns the label caps, the accounting of wasted tokens and the detector of hops that buffer. No
/// clock: the records' timestamps and `nowNanos` are on one time axis. Memory is bounded whatever
/// the traffic. Threading: a meter belongs to one thread; its results are immutable.
@NullMarked
package dev.goodput.metrics.traffic;

import org.jspecify.annotations.NullMarked;
