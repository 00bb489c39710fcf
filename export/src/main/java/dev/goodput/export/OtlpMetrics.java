package dev.goodput.export;

import dev.goodput.export.Collector.Buckets;
import dev.goodput.metrics.traffic.Exemplar;
import dev.goodput.metrics.traffic.TrafficHistogram;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.telemetry.metric.ExportInput;
import dev.goodput.telemetry.metric.MetricCatalogue;
import dev.goodput.telemetry.metric.MetricPoints;
import dev.goodput.telemetry.metric.MetricRow;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableHistogramPointData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableMetricData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A converter of snapshots into OTLP metrics: first those of the GenAI conventions, then ours. All
/// are cumulative.
final class OtlpMetrics {
  /// The instrumentation scope.
  static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("dev.goodput");

  private static final AggregationTemporality TOTALS = AggregationTemporality.CUMULATIVE;

  private final Resource resource;
  private final Buckets buckets;
  private final GenAiAttributes genAi;
  private final TraceIds traces;
  private final long originEpochNanos;

  OtlpMetrics(
      Collector collector,
      GenAiAttributes genAi,
      Resource resource,
      TraceIds traces,
      long originEpochNanos) {
    this.resource = resource;
    this.buckets = collector.buckets();
    this.genAi = genAi;
    this.traces = traces;
    this.originEpochNanos = originEpochNanos;
  }

  /// Returns all metrics that have points.
  List<MetricData> of(ExportInput source) {
    TrafficSnapshot snapshot = source.snapshot();
    genAi.update(snapshot.engines());
    long began = originEpochNanos + snapshot.beganNanos();
    long now = originEpochNanos + snapshot.nowNanos();
    MetricFactory shapes = new MetricFactory(began, now);
    List<MetricData> all = new ArrayList<>();
    for (GenAiMetric metric : GenAiMetric.values()) {
      Map<Attributes, TrafficHistogram> points = points(metric, snapshot);
      if (!points.isEmpty()) {
        all.add(shapes.histogram(metric.metricName(), metric.description(), metric.unit(), points));
      }
    }
    MetricCatalogue.ROWS.forEach(row -> shapes.row(row, row.points(source), all));
    return all;
  }

  private Map<Attributes, TrafficHistogram> points(GenAiMetric metric, TrafficSnapshot snapshot) {
    Map<Attributes, TrafficHistogram> points = new LinkedHashMap<>();
    for (TrafficSeries each : snapshot.series()) {
      Attributes ofSeries = genAi.of(each.labels());
      metric
          .read(each)
          .forEach(
              (own, histogram) -> points.put(ofSeries.toBuilder().putAll(own).build(), histogram));
    }
    return points;
  }

  /// Converts labels to attributes: the model has a name in the conventions, the others get our
  /// prefix.
  private static Attributes attributes(List<String> labels, List<String> values) {
    AttributesBuilder all = Attributes.builder();
    for (int i = 0; i < labels.size(); i++) {
      String name = MetricCatalogue.Exported.otlpLabel(labels.get(i));
      GenAiAttributes.known(all, name, values.get(i));
    }
    return all.build();
  }

  /// A factory of metrics for one moment.
  private final class MetricFactory {
    private final long began;
    private final long now;
    private final HistogramPoints histograms;

    MetricFactory(long began, long now) {
      this.began = began;
      this.now = now;
      this.histograms = new HistogramPoints(began, now, originEpochNanos, traces);
    }

    MetricData histogram(
        String name, String description, String unit, Map<Attributes, TrafficHistogram> points) {
      return switch (buckets) {
        case EXPLICIT ->
            ImmutableMetricData.createDoubleHistogram(
                resource,
                SCOPE,
                name,
                description,
                unit,
                HistogramData.create(
                    TOTALS,
                    points.entrySet().stream()
                        .map(point -> histograms.explicit(point.getValue(), point.getKey()))
                        .toList()));
        case EXPONENTIAL ->
            ImmutableMetricData.createExponentialHistogram(
                resource,
                SCOPE,
                name,
                description,
                unit,
                ExponentialHistogramData.create(
                    TOTALS,
                    points.entrySet().stream()
                        .map(point -> histograms.exponential(point.getValue(), point.getKey()))
                        .toList()));
      };
    }

    void row(MetricRow row, MetricPoints points, List<MetricData> all) {
      String unit = row.measure().ucum();
      Map<Attributes, TrafficHistogram> values = new LinkedHashMap<>();
      points.histograms().forEach((at, it) -> values.put(attributes(row.labels(), at), it));
      if (!values.isEmpty()) {
        all.add(histogram(row.otlpName(), row.help(), unit, values));
      }
      List<DoublePointData> numbers =
          points.numbers().entrySet().stream()
              .map(point ->
                  DoublePointData.create(
                      began,
                      now,
                      attributes(row.labels(), point.getKey()),
                      point.getValue(),
                      List.of()))
              .toList();
      if (!numbers.isEmpty()) {
        all.add(number(row, unit, numbers));
      }
    }

    private MetricData number(MetricRow row, String unit, List<DoublePointData> points) {
      return switch (row.kind()) {
        case COUNTER ->
            ImmutableMetricData.createDoubleSum(
                resource,
                SCOPE,
                row.otlpName(),
                row.help(),
                unit,
                SumData.createDoubleSumData(true, TOTALS, points));
        case GAUGE, HISTOGRAM ->
            ImmutableMetricData.createDoubleGauge(
                resource,
                SCOPE,
                row.otlpName(),
                row.help(),
                unit,
                GaugeData.createDoubleGaugeData(points));
      };
    }
  }

  /// A converter of histograms into OTLP points, cumulative since the meter started.
  ///
  /// @param beganEpochNanos when the meter started, nanoseconds since 1970
  /// @param nowEpochNanos when it was read, nanoseconds since 1970
  /// @param originEpochNanos the origin of timestamps, nanoseconds since 1970
  /// @param traces trace ids of the requests that exemplars refer to
  private record HistogramPoints(
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
                  known.traceId(),
                  known.spanId(),
                  TraceFlags.getSampled(),
                  TraceState.getDefault()))
          .orElse(SpanContext.getInvalid());
    }
  }
}
