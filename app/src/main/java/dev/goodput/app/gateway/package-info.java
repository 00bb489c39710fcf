/// `goodput gateway`: starts a gateway from the command line or `gateway.yaml`, shows its status,
/// reloads its configuration and stops it in order.
///
/// Owns everything around the gateway: the terminal block, signals, reloads, the demo. The gateway
/// itself, its records and its figures belong to other modules.
///
/// Threading: one thread handles signals, reloads, draining and drawing. Signal handlers and admin
/// requests only queue work for it.
@NullMarked
package dev.goodput.app.gateway;

import org.jspecify.annotations.NullMarked;
