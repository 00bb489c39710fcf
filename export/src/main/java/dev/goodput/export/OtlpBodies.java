package dev.goodput.export;

import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.MessageWriter;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/// An encoder of metrics and spans as OTLP/HTTP bodies: protobuf, gzipped.
///
/// It uses OpenTelemetry's own exporters with a sender that stores the body instead of sending it,
/// so that retries and reporting are decided in one place. Confined to one thread.
final class OtlpBodies {
  private final CapturingSender kept = new CapturingSender();
  private final OtlpHttpMetricExporter metrics =
      OtlpHttpMetricExporter.builder()
          .setComponentLoader(new CapturingLoader(kept))
          .setMeterProvider(MeterProvider.noop())
          .build();
  private final OtlpHttpSpanExporter spans =
      OtlpHttpSpanExporter.builder()
          .setComponentLoader(new CapturingLoader(kept))
          .setMeterProvider(MeterProvider.noop())
          .build();

  /// Returns an `ExportMetricsServiceRequest`.
  byte[] metrics(Collection<MetricData> data) {
    return kept.after(metrics.export(data));
  }

  /// Returns an `ExportTraceServiceRequest`.
  byte[] spans(Collection<SpanData> data) {
    return kept.after(spans.export(data));
  }

  /// A loader that finds only our sender, and nothing on the class path.
  private record CapturingLoader(HttpSender sender) implements ComponentLoader {
    @Override
    public <T> Iterable<T> load(Class<T> kind) {
      HttpSenderProvider provider = config -> sender;
      return kind.isInstance(provider) ? List.of(kind.cast(provider)) : List.of();
    }
  }

  /// A sender that stores the body.
  private static final class CapturingSender implements HttpSender {
    private byte[] body = new byte[0];

    @Override
    public void send(
        MessageWriter message, Consumer<HttpResponse> sent, Consumer<Throwable> failed) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
        message.writeMessage(zipped);
      } catch (IOException e) {
        failed.accept(e);
        return;
      }
      body = bytes.toByteArray();
      sent.accept(new Accepted());
    }

    byte[] after(CompletableResultCode encoded) {
      if (!encoded.isSuccess()) {
        throw new UncheckedIOException(
            "a message in memory cannot fail to be written",
            new IOException(encoded.getFailureThrowable()));
      }
      return body;
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  /// The response that the exporters take for a success.
  private record Accepted() implements HttpResponse {
    @Override
    public int getStatusCode() {
      return 200;
    }

    @Override
    public String getStatusMessage() {
      return "OK";
    }

    @Override
    public byte[] getResponseBody() {
      return new byte[0];
    }
  }
}
