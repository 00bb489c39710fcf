/// What commands share that measure traffic for as long as it goes on: the live meter, whom it
/// tells, and the options that say so.
///
/// Owns no traffic: whoever has records feeds them in, on one thread, as a
/// [dev.goodput.gateway.exchange.TrafficListener]. Snapshots and pages may be asked for by any
/// thread.
@NullMarked
package dev.goodput.app.live;

import org.jspecify.annotations.NullMarked;
