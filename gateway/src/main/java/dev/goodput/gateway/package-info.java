/// The measuring reverse proxy: its configuration, its exchanges, and one
/// [dev.goodput.record.RequestRecord] for each attempt. The bytes themselves go through
/// `wire.relay`.
///
/// Owns the meaning of routes, tenants and SLO classes. It sees neither `load` nor `simulator`.
///
/// Threading: an exchange belongs to one event loop; finished records go to one thread that drains
/// them.
@NullMarked
package dev.goodput.gateway;

import org.jspecify.annotations.NullMarked;
