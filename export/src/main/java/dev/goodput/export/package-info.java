/// Exports a gateway's measurements as OTLP: the metrics of
/// [dev.goodput.telemetry.metric.MetricCatalogue] together with those of the GenAI conventions, and
/// records as spans ([OtlpExport]). The library of OpenTelemetry only encodes; it measures nothing,
/// and `wire` sends the bytes.
///
/// Threading: OTLP has two threads of its own, one for metrics and one for spans, and no other
/// thread ever waits for either.
@NullMarked
package dev.goodput.export;

import org.jspecify.annotations.NullMarked;
