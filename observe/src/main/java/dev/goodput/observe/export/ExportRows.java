package dev.goodput.observe.export;

import dev.goodput.observe.export.ExportStatus.Signal;
import dev.goodput.observe.export.Row.Kind;
import java.util.List;
import java.util.function.BiConsumer;

/// Metrics of the OTLP export itself, so that its losses show on the Prometheus page.
final class ExportRows {
  private ExportRows() {}

  static List<Row> all() {
    return List.of(
        row(
            "otlp_delivered_items",
            Kind.COUNTER,
            "Points of metrics, or spans, that the collector took",
            List.of("signal"),
            (signal, tell) -> tell.add(signal.delivered(), signal.word())),
        row(
            "otlp_lost_items",
            Kind.COUNTER,
            "Points or spans that never came there: the queue was full, the collector refused them,"
                + " or it was out of reach for too long",
            List.of("signal", "reason"),
            (signal, tell) -> {
              tell.add(signal.lostFull(), signal.word(), "queue_full");
              tell.add(signal.lostRefused(), signal.word(), "refused");
              tell.add(signal.lostUnreached(), signal.word(), "unreached");
            }),
        row(
            "otlp_failed_posts",
            Kind.COUNTER,
            "Posts to the collector that failed, those that were tried again too",
            List.of("signal"),
            (signal, tell) -> tell.add(signal.failedPosts(), signal.word())),
        row(
            "otlp_queued_items",
            Kind.GAUGE,
            "Spans that wait to be sent",
            List.of("signal"),
            (signal, tell) -> tell.add(signal.queued(), signal.word())));
  }

  private static Row row(
      String name, Kind kind, String help, List<String> labels, BiConsumer<Signal, Points> reader) {
    return new Row(
        name,
        kind,
        Measure.NONE,
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
