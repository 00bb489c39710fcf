/// `goodput watch`: a few small requests now and then to servers that are live, with the engine and
/// the stamps of a bench and the live metrics of the gateway.
///
/// Owns what is told of looks: which failed, when a server was out, what share was good. The grid
/// is the load engine's own, one level for each server that lasts as long as somebody watches.
///
/// Threading: each server's level has a thread of its own that hands records on; the main thread
/// alone adds them up, tells them and feeds meter, exports and log.
@NullMarked
package dev.goodput.app.watch;

import org.jspecify.annotations.NullMarked;
