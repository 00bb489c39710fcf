package dev.goodput.export;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
  private final @Nullable OtlpExport export;

  /// Creates the page of one process.
  ///
  /// @param originEpochNanos the origin of timestamps, nanoseconds since 1970
  /// @param export the export whose traces exemplars link to and whose losses the page shows; null
  ///   for none
  public PrometheusPage(long originEpochNanos, @Nullable OtlpExport export) {
    this.export = export;
    this.shapes = new PrometheusConverter(originEpochNanos, export);
  }

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
}
