package dev.goodput.export;

import dev.goodput.export.MetricRow.Kind;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.server.MetricUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Metrics that the engines and GPUs behind the gateway last reported, under common names.
final class EngineRows {
  private static final List<String> UPSTREAM = List.of("upstream");
  private static final String SINCE =
      ", since the engine was first seen, or seen again after five minutes";

  private EngineRows() {}

  static List<MetricRow> all() {
    List<MetricRow> rows = new ArrayList<>();
    for (EngineMetric metric : EngineMetric.values()) {
      if (!metric.names().export().isEmpty()) {
        rows.add(
            switch (metric.kind()) {
              case GAUGE -> row(metric, Kind.GAUGE, "");
              case COUNTER -> row(metric, Kind.COUNTER, SINCE);
            });
      }
    }
    rows.add(
        row(
            "restarts",
            Kind.COUNTER,
            MetricUnit.NONE,
            "Restarts of the upstream's servers since the first scrape",
            figures -> (double) figures.restarts()));
    return rows;
  }

  private static MetricRow row(EngineMetric metric, Kind kind, String since) {
    return row(
        metric.names().export(),
        kind,
        metric.unit(),
        metric.help() + since,
        figures -> figures.value(metric));
  }

  private static MetricRow row(
      String name,
      Kind kind,
      MetricUnit unit,
      String help,
      Function<EngineFigures, @Nullable Double> figure) {
    return new MetricRow(
        "engine_" + name,
        kind,
        unit,
        help + ", as reported by the engine",
        UPSTREAM,
        (source, points) ->
            source
                .snapshot()
                .engines()
                .forEach(each -> points.add(figure.apply(each), each.upstream())));
  }
}
