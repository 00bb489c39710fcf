/// The gateway's own port: live page, metrics, probes, configuration.
///
/// Owns who may see what, and how each page is asked for; what the pages say comes from
/// [dev.goodput.gateway.admin.AdminSources]. It has an event loop of its own, so that neither a
/// page that takes long to make nor a reader that hangs touches the traffic.
///
/// Threading: requests are answered on that loop; sources are asked there and must be safe for it.
@NullMarked
package dev.goodput.gateway.admin;

import org.jspecify.annotations.NullMarked;
