/// Live figures of traffic that passed a gateway, by the same definitions as those of a run.
///
/// A [TrafficMeter] takes the records of exchanges as they end and gives [TrafficSnapshot]s: totals
/// since it began and windows of a minute, five minutes and an hour, by labels of bounded number. A
/// request is judged by the classes of `metrics.stream`, so that a live figure and a reported one
/// of the same requests are the same number. Windows hold the exchanges that *ended* in them, where
/// a run's sample holds those that began: whoever is still waiting is in neither before the end,
/// and is seen as in flight. Tokens by second are those of the seconds in which they came, known
/// once their answer has ended; rates of windows, of what ended in them with all its tokens.
///
/// Owns the label caps, the ledger of wasted tokens and the detector of hops that buffer. No clock:
/// stamps of records and `nowNanos` lie on one axis. Memory is bounded whatever comes. Threading: a
/// meter belongs to one thread; what it gives is immutable.
@NullMarked
package dev.goodput.metrics.traffic;

import org.jspecify.annotations.NullMarked;
