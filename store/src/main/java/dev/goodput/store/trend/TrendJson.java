package dev.goodput.store.trend;

import dev.goodput.metrics.trend.ChangePoint;
import dev.goodput.store.RunSeries;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A writer of trends as `goodput.trend/1`. The JSON Schema is `docs/trend.schema.json`.
public final class TrendJson {
  private TrendJson() {}

  /// Returns the document.
  public static String of(List<MetricTrends> trends) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("schema", "goodput.trend/1");
    ArrayNode series = root.putArray("series");
    trends.forEach(each -> put(each, series.addObject()));
    return root.toPrettyString() + System.lineSeparator();
  }

  private static void put(MetricTrends trends, ObjectNode into) {
    RunSeries series = trends.series();
    put("workload", series.workload(), into);
    put("model", series.model(), into);
    put("url", series.url(), into);
    into.put("load", series.load());
    into.put("runs", series.runs().size());
    ArrayNode metrics = into.putArray("metrics");
    trends.metrics().forEach(metric -> put(metric, metrics.addObject()));
  }

  private static void put(MetricTrends.Metric metric, ObjectNode into) {
    into.put("metric", metric.metric().key());
    into.put("tested", metric.isTested());
    ArrayNode points = into.putArray("change_points");
    for (ChangePoint point : metric.points()) {
      ObjectNode each = points.addObject();
      each.put("run", metric.values().get(point.index()).run().name());
      each.put("index", point.index());
      each.put("before", point.before());
      each.put("after", point.after());
      if (Double.isFinite(point.effect())) {
        each.put("change", point.effect());
      }
      each.put("p", point.p());
    }
    ArrayNode values = into.putArray("values");
    for (MetricTrends.Value value : metric.values()) {
      ObjectNode each = values.addObject();
      each.put("run", value.run().name());
      put("started", value.run().started(), each);
      each.put("value", value.value());
    }
  }

  private static void put(String name, @Nullable String value, ObjectNode into) {
    if (value != null) {
      into.put(name, value);
    }
  }
}
