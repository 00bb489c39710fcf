/// Exports a gateway's measurements: pages for Prometheus, messages for OTLP.
///
/// One table of metrics ([MetricCatalogue]) reads a [dev.goodput.metrics.traffic.TrafficSnapshot].
/// The result is rendered as text, OpenMetrics or protobuf for scrapers ([PrometheusPage]), or sent
/// as OTLP metrics together with those of the GenAI conventions. Records become spans
/// ([OtlpExport]). The libraries of Prometheus and OpenTelemetry only encode; they measure nothing,
/// and `wire` sends the bytes.
///
/// Owns the names of our metrics, which `docs/reference/gateway-metrics.md` lists. Threading: the
/// calling thread renders a page, from an immutable snapshot. OTLP has two threads of its own, one
/// for metrics and one for spans, and no other thread ever waits for either.
@NullMarked
package dev.goodput.export;

import org.jspecify.annotations.NullMarked;
