package dev.goodput.export;

import dev.goodput.metrics.traffic.Exemplar;
import dev.goodput.metrics.traffic.TrafficHistogram;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableHistogramPointData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A converter of histograms into OTLP points, cumulative since the meter started.
///
/// @param beganEpochNanos when the meter started, nanoseconds since 1970
/// @param nowEpochNanos when it was read, nanoseconds since 1970
/// @param originEpochNanos the origin of timestamps, nanoseconds since 1970
/// @param traces trace ids of the requests that exemplars refer to
record HistogramPoints(
    long beganEpochNanos, long nowEpochNanos, long originEpochNanos, TraceIds traces) {

  HistogramPointData explicit(TrafficHistogram histogram, Attributes attributes) {
    List<Double> edges = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < histogram.edges(); i++) {
      edges.add(histogram.edge(i));
      counts.add(histogram.bucketCount(i));
    }
    counts.add(histogram.bucketCount(histogram.edges()));
    return ImmutableHistogramPointData.create(
        beganEpochNanos,
        nowEpochNanos,
        attributes,
        histogram.sum(),
        false,
        0,
        false,
        0,
        edges,
        counts,
        exemplars(histogram));
  }

  /// OTLP's bucket `i` starts at `2^(i/16)`; ours and Prometheus' bucket `i` ends there.
  ExponentialHistogramPointData exponential(TrafficHistogram histogram, Attributes attributes) {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < histogram.exponentialLength(); i++) {
      counts.add(histogram.exponentialCount(histogram.firstIndex() + i));
    }
    int scale = TrafficHistogram.SCHEMA;
    return ExponentialHistogramPointData.create(
        scale,
        histogram.sum(),
        histogram.zeros(),
        false,
        0,
        false,
        0,
        ExponentialHistogramBuckets.create(scale, histogram.firstIndex() - 1, counts),
        ExponentialHistogramBuckets.create(scale, 0, List.of()),
        beganEpochNanos,
        nowEpochNanos,
        attributes,
        exemplars(histogram));
  }

  private List<DoubleExemplarData> exemplars(TrafficHistogram histogram) {
    List<DoubleExemplarData> found = new ArrayList<>();
    for (int i = 0; i <= histogram.edges(); i++) {
      Exemplar exemplar = histogram.exemplar(i);
      if (exemplar != null) {
        found.add(
            DoubleExemplarData.create(
                Attributes.builder().put("goodput.request_id", exemplar.requestId()).build(),
                originEpochNanos + exemplar.stampNanos(),
                span(exemplar.requestId()),
                exemplar.value()));
      }
    }
    return found;
  }

  private SpanContext span(long requestId) {
    Optional<TraceIds.Ids> ids = traces.known(requestId);
    return ids.map(known ->
            SpanContext.create(
                known.traceId(), known.spanId(), TraceFlags.getSampled(), TraceState.getDefault()))
        .orElse(SpanContext.getInvalid());
  }
}
