/// What a gateway is configured to do: where it listens, whom it asks, which route a request takes,
/// whose it is, by which SLO it is judged, what is kept of it and what it may cost.
///
/// Owns the meaning of the configuration and its defaults, not the file it comes from: whatever is
/// wrong is told by the key that `gateway.yaml` has for it. No value here prints a secret.
///
/// Threading: immutable values, usable from any thread; a reload makes another plan.
@NullMarked
package dev.goodput.gateway.plan;

import org.jspecify.annotations.NullMarked;
