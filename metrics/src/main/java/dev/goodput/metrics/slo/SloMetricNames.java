package dev.goodput.metrics.slo;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The names of metrics in expressions: our own, those of other tools, and short forms.
final class SloMetricNames {
  private static final Map<String, LatencyMetric> BY_WORD = words();

  private SloMetricNames() {}

  private static Map<String, LatencyMetric> words() {
    Map<String, LatencyMetric> words = new LinkedHashMap<>();
    for (LatencyMetric metric : LatencyMetric.boundableMetrics()) {
      words.put(metric.key(), metric);
      metric.aliases().forEach(alias -> words.put(alias, metric));
    }
    return words;
  }

  /// Returns the metric with a name, ignoring case, with `-` equal to `_`; null if there is none.
  static @Nullable LatencyMetric find(String word) {
    return BY_WORD.get(word.toLowerCase(Locale.ROOT).replace('-', '_'));
  }

  static Set<String> all() {
    return BY_WORD.keySet();
  }

  static String list() {
    return LatencyMetric.boundableMetrics().stream()
        .map(LatencyMetric::key)
        .collect(Collectors.joining(", "));
  }
}
