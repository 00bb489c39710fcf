package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A lookup of a page's samples in the name tables.
final class MetricsPage {
  private static final String MODEL = "model_name";

  private final Map<String, List<Sample>> samples;

  private MetricsPage(List<Sample> samples) {
    this.samples =
        samples.stream().collect(Collectors.groupingBy(each -> MetricNames.plain(each.name())));
  }

  /// Returns the engine metrics of a page.
  ///
  /// @param model the model whose engine to read if the page has several; null, or a model that the
  ///   page does not name, reads all of them
  static EngineReadings read(ExpositionPage page, @Nullable String model) {
    List<Sample> meant = page.samples();
    if (model != null && meant.stream().anyMatch(each -> each.label(MODEL).equals(model))) {
      meant = meant.stream().filter(each -> ofModel(each, model)).toList();
    }
    MetricsPage tables = new MetricsPage(meant);
    return new EngineReadings(tables.readings(), tables.started(), page.unreadable());
  }

  private static boolean ofModel(Sample sample, String model) {
    String label = sample.label(MODEL);
    return label.isEmpty() || label.equals(model);
  }

  private Map<EngineMetric, MetricReading> readings() {
    Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
    for (MetricSource source : MetricNames.ALL) {
      if (!readings.containsKey(source.metric())) {
        Map<String, Double> parts = parts(source);
        if (!parts.isEmpty()) {
          readings.put(source.metric(), new MetricReading(source.shown(), new TreeMap<>(parts)));
        }
      }
    }
    return readings;
  }

  private Map<String, Double> parts(MetricSource source) {
    Map<String, Double> parts = part(source, source.names().getFirst());
    for (int i = 1; i < source.names().size(); i++) {
      Map<String, Double> more = part(source, source.names().get(i));
      if (i < source.needed()) {
        parts.keySet().retainAll(more.keySet());
      }
      parts.replaceAll((part, value) -> value + more.getOrDefault(part, 0.0));
    }
    return parts;
  }

  private Map<String, Double> part(MetricSource source, String name) {
    Map<String, Double> parts = new HashMap<>();
    for (Sample sample : samples.getOrDefault(MetricNames.plain(name), List.of())) {
      double value = sample.value() * source.scale();
      if (Double.isFinite(value) && !blank(sample, source.metric()) && !repeated(sample)) {
        String part = words(source.parts().stream().map(sample::label));
        parts.merge(
            part, value, source.series() == MetricSource.Series.SUM ? Double::sum : Math::max);
      }
    }
    return parts;
  }

  /// Returns whether a sample is one of the numbers that DCGM uses for "unknown" and an exporter
  /// printed: from 2³¹ − 16 on for 32-bit values, from 2⁴⁷ on for all others.
  private static boolean blank(Sample sample, EngineMetric metric) {
    boolean wide = metric == EngineMetric.GPU_ENERGY;
    return sample.name().startsWith("DCGM_") && sample.value() >= (wide ? 0x1p47 : 0x7ffffff0);
  }

  /// Returns whether a sample shows the counter of a processor a second time, by another interface.
  private static boolean repeated(Sample sample) {
    return sample.label("path").contains("intel-rapl-mmio");
  }

  private static String words(Stream<String> labels) {
    return labels.filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
  }

  /// Returns the latest start time if the page names several processes.
  private double started() {
    return samples.getOrDefault(MetricNames.STARTED, List.of()).stream()
        .mapToDouble(Sample::value)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }
}
