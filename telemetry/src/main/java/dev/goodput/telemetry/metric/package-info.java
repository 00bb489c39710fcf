/// The table of all metrics ([MetricCatalogue]), read from a
/// [dev.goodput.metrics.traffic.TrafficSnapshot], and the page that Prometheus scrapes
/// ([PrometheusPage]): of one gateway, or of the roll-ups of many. The library of Prometheus only
/// encodes; it measures nothing.
///
/// Owns the names of our metrics, which `docs/reference/gateway-metrics.md` lists.
@NullMarked
package dev.goodput.telemetry.metric;

import org.jspecify.annotations.NullMarked;
