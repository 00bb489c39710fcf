package dev.goodput.export;

import dev.goodput.export.ExportStatus.Signal;
import dev.goodput.export.MetricRow.Kind;
import dev.goodput.metrics.server.MetricUnit;
import java.util.List;
import java.util.function.BiConsumer;

/// Metrics of the OTLP export itself, so that its losses show on the Prometheus page.
final class ExportRows {
  private ExportRows() {}

  static List<MetricRow> all() {
    return List.of(
        row(
            "otlp_delivered_items",
            Kind.COUNTER,
            "Metric points or spans that the collector accepted",
            List.of("signal"),
            (signal, tell) -> tell.add(signal.delivered(), signal.word())),
        row(
            "otlp_dropped_items",
            Kind.COUNTER,
            "Metric points or spans that were dropped: the queue was full, the collector rejected"
                + " them, or it was unreachable for too long",
            List.of("signal", "reason"),
            (signal, tell) -> {
              tell.add(signal.lostFull(), signal.word(), "queue_full");
              tell.add(signal.lostRefused(), signal.word(), "refused");
              tell.add(signal.lostUnreached(), signal.word(), "unreached");
            }),
        row(
            "otlp_failed_requests",
            Kind.COUNTER,
            "Requests to the collector that failed, retries included",
            List.of("signal"),
            (signal, tell) -> tell.add(signal.failedPosts(), signal.word())),
        row(
            "otlp_queued_items",
            Kind.GAUGE,
            "Spans waiting to be sent",
            List.of("signal"),
            (signal, tell) -> tell.add(signal.queued(), signal.word())));
  }

  private static MetricRow row(
      String name,
      Kind kind,
      String help,
      List<String> labels,
      BiConsumer<Signal, MetricPoints> reader) {
    return new MetricRow(
        name,
        kind,
        MetricUnit.NONE,
        help,
        labels,
        (source, points) -> {
          ExportStatus export = source.export();
          if (export != null) {
            export.signals().forEach(each -> reader.accept(each, points));
          }
        });
  }
}
