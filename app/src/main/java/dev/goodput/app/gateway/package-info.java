/// `goodput gateway`: from the command line or `gateway.yaml` to a gateway that runs, is watched,
/// reloads its configuration and ends in order.
///
/// Owns what happens around the gateway: the block in the terminal, signals, reloads, the demo. The
/// gateway itself, its records and its figures are of other modules.
///
/// Threading: one thread steps through signals, reloads, draining and drawing; signals and admin
/// requests only leave word.
@NullMarked
package dev.goodput.app.gateway;

import org.jspecify.annotations.NullMarked;
