/// Writes what a gateway measured for others to read: pages for Prometheus, messages for OTLP.
///
/// One way: a [dev.goodput.metrics.traffic.TrafficSnapshot] is read by one table of metrics
/// ([Catalogue]) into families, which become text, OpenMetrics or protobuf for whoever scrapes
/// ([PrometheusPage]), or metrics of OTLP beside those of the GenAI conventions; records become
/// spans ([OtlpExport]). The libraries of Prometheus and OpenTelemetry encode; nothing of theirs
/// measures, and what is sent goes through `wire`.
///
/// Owns the names of our metrics, which `docs/gateway-metrics.md` lists. Threading: a page is
/// rendered by whoever asks, from an immutable snapshot; OTLP has two threads of its own, one for
/// metrics, one for spans, and nobody else ever waits for either.
@NullMarked
package dev.goodput.observe.export;

import org.jspecify.annotations.NullMarked;
