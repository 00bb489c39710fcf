/// Exchanges as they pass: who sends the request, its route, and the records of its attempts.
///
/// Owns the thread that makes records and passes them to the listeners. The event loops only stamp
/// and count. If that thread falls behind, exchanges continue, and what is lost is counted.
///
/// Threading: an `ExchangeObserver` belongs to its exchange's loop until the exchange is over, then
/// to the observer's thread.
@NullMarked
package dev.goodput.gateway.exchange;

import org.jspecify.annotations.NullMarked;
