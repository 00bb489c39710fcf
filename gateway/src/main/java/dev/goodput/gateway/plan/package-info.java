/// The configuration of a gateway: addresses, upstreams, routes, tenants, SLO classes, what is
/// stored and what tokens cost.
///
/// Owns the meaning of the configuration and its defaults, but not the file format. Errors name the
/// key that `gateway.yaml` has for the setting. No value here prints a secret.
///
/// Threading: immutable values, safe on any thread. A reload creates another plan.
@NullMarked
package dev.goodput.gateway.plan;

import org.jspecify.annotations.NullMarked;
