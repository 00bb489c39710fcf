/// `goodput gateway`: its options, the plan that they describe, `--check` and the handling of
/// signals.
///
/// Owns the command line only. `dev.goodput.monitor.gateway` runs the gateway.
///
/// Threading: signal handlers only queue an action for the thread that runs the gateway.
@NullMarked
package dev.goodput.app.gateway;

import org.jspecify.annotations.NullMarked;
