package dev.goodput.observe.export;

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

/// Our histograms as points of OTLP, cumulative since the meter began.
///
/// @param beganEpochNanos when it began, nanoseconds since 1970
/// @param nowEpochNanos when it was read
/// @param originEpochNanos the date of the moment that stamps count from
/// @param traces of requests that exemplars name
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

  /// Bucket `i` of OTLP begins at `2^(i/16)` where ours, and that of Prometheus, ends there.
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
