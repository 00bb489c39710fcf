/// What an exchange that passes means: whose it is, which way it goes, and the records of its
/// attempts.
///
/// Owns the thread on which records are made and handed to whoever listens. The event loops only
/// stamp and count; where that thread falls behind, exchanges go on, and what is lost is counted.
///
/// Threading: a sight belongs to its exchange's loop until the exchange is over, then to the
/// observer's thread.
@NullMarked
package dev.goodput.gateway.exchange;

import org.jspecify.annotations.NullMarked;
