/// Live figures of traffic for as long as it goes on: the meter, and the exports that read it.
///
/// Owns no traffic: the owner of the records feeds them in as a
/// [dev.goodput.gateway.exchange.TrafficListener].
///
/// Threading: one thread feeds the meter. Any thread may request snapshots and pages.
@NullMarked
package dev.goodput.monitor.live;

import org.jspecify.annotations.NullMarked;
