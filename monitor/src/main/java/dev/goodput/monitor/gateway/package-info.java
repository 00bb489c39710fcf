/// A gateway in operation: its listeners, status, admin pages, terminal output, reloads and end.
///
/// Owns everything around the gateway. Forwarding, records and the configuration belong to
/// `gateway`, the command line and signal handlers to `app`.
///
/// Threading: one thread handles requested actions, reloads, draining and drawing. Signal handlers
/// and admin requests only queue work for it.
@NullMarked
package dev.goodput.monitor.gateway;

import org.jspecify.annotations.NullMarked;
