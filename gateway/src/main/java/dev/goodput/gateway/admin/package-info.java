/// The gateway's admin port: live page, metrics, probes, configuration.
///
/// Owns the access rules and the URLs of the pages; their content comes from
/// [dev.goodput.gateway.admin.AdminSources]. The server has its own event loop, so that neither a
/// slow page nor a stuck client affects the traffic.
///
/// Threading: the loop handles requests and answers probes; one other thread makes all other pages.
/// The sources must be safe on both.
@NullMarked
package dev.goodput.gateway.admin;

import org.jspecify.annotations.NullMarked;
