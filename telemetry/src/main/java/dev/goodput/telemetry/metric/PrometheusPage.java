package dev.goodput.telemetry.metric;

import dev.goodput.metrics.traffic.TrafficHistogram;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The page that Prometheus scrapes, in the negotiated format. Thread-safe.
///
/// Text and OpenMetrics have classic buckets, with a boundary exactly on each SLO threshold.
/// OpenMetrics adds exemplars; protobuf adds exemplars and native histograms of schema 4.
public final class PrometheusPage {
  private final ExpositionFormatWriter protobuf = new PrometheusProtobufWriter();
  private final ExpositionFormatWriter openMetrics = OpenMetricsTextFormatWriter.create();
  private final ExpositionFormatWriter text = PrometheusTextFormatWriter.create();
  private final PrometheusConverter shapes;
  private final @Nullable TraceExport export;

  private PrometheusPage(
      List<MetricRow> rows, long originEpochNanos, @Nullable TraceExport export) {
    this.export = export;
    this.shapes = new PrometheusConverter(rows, originEpochNanos, export);
  }

  /// Creates the page of one process.
  ///
  /// @param originEpochNanos the origin of timestamps, nanoseconds since 1970
  /// @param export the export whose traces exemplars link to and whose losses the page shows; null
  ///   for none
  public PrometheusPage(long originEpochNanos, @Nullable TraceExport export) {
    this(MetricCatalogue.ROWS, originEpochNanos, export);
  }

  /// Creates the page of many gateways, with the metrics that roll-ups hold.
  ///
  /// @param originEpochNanos the origin of timestamps, nanoseconds since 1970
  public static PrometheusPage ofRollups(long originEpochNanos) {
    return new PrometheusPage(
        MetricCatalogue.ROWS.stream().filter(MetricRow::rolledUp).toList(), originEpochNanos, null);
  }

  /// An export of traces that a page links to.
  public interface TraceExport {
    /// Returns the state of the export.
    ExportStatus status();

    /// Returns the trace of a request; empty if none is exported.
    Optional<Trace> trace(long requestId);
  }

  /// The trace of a request.
  ///
  /// @param traceId 32 hexadecimal digits
  /// @param spanId 16 hexadecimal digits, of the request's last attempt
  public record Trace(String traceId, String spanId) {}

  /// A rendered page.
  ///
  /// @param contentType value of the `Content-Type` header
  /// @param body the page
  public record Rendered(String contentType, ByteBuffer body) {}

  /// Renders a snapshot.
  ///
  /// @param accept the `Accept` header, null if there is none
  public Rendered render(TrafficSnapshot snapshot, @Nullable String accept) {
    ExportInput source = new ExportInput(snapshot, export == null ? null : export.status());
    MetricSnapshots metrics = shapes.of(source);
    ExpositionFormatWriter writer = writer(FormatNegotiation.of(accept));
    ByteArrayOutputStream body = new ByteArrayOutputStream(64 * 1024);
    try {
      writer.write(body, metrics, EscapingScheme.ALLOW_UTF8);
    } catch (IOException e) {
      throw new UncheckedIOException("a page in memory cannot fail to be written", e);
    }
    return new Rendered(writer.getContentType(), ByteBuffer.wrap(body.toByteArray()));
  }

  private ExpositionFormatWriter writer(FormatNegotiation.Format format) {
    return switch (format) {
      case PROTOBUF -> protobuf;
      case OPEN_METRICS -> openMetrics;
      case TEXT -> text;
    };
  }

  /// A converter of metrics into the types of Prometheus' library.
  private static final class PrometheusConverter {
    /// Values below this count as 0 in a native histogram; the default of Prometheus' own
    /// libraries. It also distinguishes an empty native histogram from a classic one.
    private static final double ZERO_THRESHOLD = Math.pow(2, -128);

    private final List<MetricRow> rows;
    private final long originEpochNanos;
    private final @Nullable TraceExport export;

    PrometheusConverter(List<MetricRow> rows, long originEpochNanos, @Nullable TraceExport export) {
      this.rows = rows;
      this.originEpochNanos = originEpochNanos;
      this.export = export;
    }

    /// Returns all metrics that have points.
    MetricSnapshots of(ExportInput source) {
      List<MetricSnapshot> all = new ArrayList<>();
      for (MetricRow row : rows) {
        MetricPoints points = row.points(source);
        if (!points.numbers().isEmpty() || !points.histograms().isEmpty()) {
          all.add(metric(row, points, source.snapshot().beganNanos()));
        }
      }
      return new MetricSnapshots(all);
    }

    private MetricSnapshot metric(MetricRow row, MetricPoints points, long beganNanos) {
      MetricMetadata metadata = metadata(row);
      return switch (row.kind()) {
        case COUNTER ->
            new CounterSnapshot(
                metadata,
                points.numbers().entrySet().stream()
                    .map(point ->
                        new CounterDataPointSnapshot(
                            point.getValue(),
                            labels(row, point),
                            null,
                            millis(points.began(point.getKey(), beganNanos))))
                    .toList());
        case GAUGE ->
            new GaugeSnapshot(
                metadata,
                points.numbers().entrySet().stream()
                    .map(point ->
                        new GaugeDataPointSnapshot(point.getValue(), labels(row, point), null))
                    .toList());
        case HISTOGRAM ->
            new HistogramSnapshot(
                metadata,
                points.histograms().entrySet().stream()
                    .map(point ->
                        histogram(
                            point.getValue(),
                            labels(row, point),
                            millis(points.began(point.getKey(), beganNanos))))
                    .toList());
      };
    }

    private static MetricMetadata metadata(MetricRow row) {
      String name = row.prometheusName();
      boolean hasUnit =
          !row.measure().suffix().isEmpty() && name.endsWith("_" + row.measure().suffix());
      return hasUnit
          ? new MetricMetadata(name, row.help(), new Unit(row.measure().suffix()))
          : new MetricMetadata(name, row.help());
    }

    private static Labels labels(MetricRow row, Map.Entry<List<String>, ?> point) {
      return Labels.of(row.labels(), point.getKey());
    }

    private HistogramDataPointSnapshot histogram(
        TrafficHistogram histogram, Labels labels, long beganMillis) {
      return new HistogramDataPointSnapshot(
          classic(histogram),
          TrafficHistogram.SCHEMA,
          histogram.zeros(),
          ZERO_THRESHOLD,
          natives(histogram),
          NativeHistogramBuckets.EMPTY,
          histogram.sum(),
          labels,
          exemplars(histogram),
          beganMillis);
    }

    private static ClassicHistogramBuckets classic(TrafficHistogram histogram) {
      int buckets = histogram.edges() + 1;
      double[] edges = new double[buckets];
      long[] counts = new long[buckets];
      for (int i = 0; i < buckets; i++) {
        edges[i] = histogram.edge(i);
        counts[i] = histogram.bucketCount(i);
      }
      return ClassicHistogramBuckets.of(edges, counts);
    }

    /// Prometheus' bucket `i` ends at `2^(i/16)`, as ours does.
    private static NativeHistogramBuckets natives(TrafficHistogram histogram) {
      List<Integer> indices = new ArrayList<>();
      List<Long> counts = new ArrayList<>();
      for (int i = 0; i < histogram.exponentialLength(); i++) {
        int index = histogram.firstIndex() + i;
        if (histogram.exponentialCount(index) > 0) {
          indices.add(index);
          counts.add(histogram.exponentialCount(index));
        }
      }
      return NativeHistogramBuckets.of(indices, counts);
    }

    private Exemplars exemplars(TrafficHistogram histogram) {
      List<Exemplar> found = new ArrayList<>();
      for (int i = 0; i <= histogram.edges(); i++) {
        var exemplar = histogram.exemplar(i);
        if (exemplar != null) {
          found.add(
              new Exemplar(
                  exemplar.value(), trace(exemplar.requestId()), millis(exemplar.stampNanos())));
        }
      }
      return Exemplars.of(found);
    }

    /// Returns the request's number, and its trace if one is exported.
    private Labels trace(long requestId) {
      Labels request = Labels.of("request_id", Long.toString(requestId));
      Optional<Trace> ids = export == null ? Optional.empty() : export.trace(requestId);
      return ids.map(
              known -> request.add("trace_id", known.traceId()).add("span_id", known.spanId()))
          .orElse(request);
    }

    private long millis(long stampNanos) {
      return Math.floorDiv(originEpochNanos + stampNanos, 1_000_000L);
    }
  }
}
