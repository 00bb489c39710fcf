package dev.goodput.operate.lint;

import dev.goodput.observe.ExpositionPage;
import dev.goodput.observe.Sample;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.telemetry.metric.MetricCatalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The metrics that exist, with their labels: those of the gateway, those of added metrics pages,
/// and those that rules record.
public final class KnownMetrics {
  private static final String OWN_PREFIX = "goodput_";

  /// Metrics that Prometheus generates.
  private static final List<String> BUILT_IN = List.of("up", "ALERTS", "ALERTS_FOR_STATE");

  /// Labels that Prometheus and service discovery usually add.
  private static final Set<String> TARGET_LABELS =
      Set.of(
          "job",
          "instance",
          "cluster",
          "namespace",
          "pod",
          "container",
          "service",
          "endpoint",
          "node",
          "env",
          "environment",
          "region",
          "zone",
          "prometheus",
          "__name__");

  private final Map<String, Set<String>> labels = new HashMap<>();
  private final Map<String, Set<String>> edges = new HashMap<>();
  private final Set<String> recorded = new HashSet<>();
  private boolean hasPages;

  /// Creates the set of the gateway's metrics.
  public KnownMetrics() {
    for (MetricCatalogue.Exported metric : MetricCatalogue.exported()) {
      if (metric.histogram()) {
        List<String> withEdge = new ArrayList<>(metric.labels());
        withEdge.add("le");
        labels.put(metric.name() + "_bucket", Set.copyOf(withEdge));
        labels.put(metric.name() + "_sum", Set.copyOf(metric.labels()));
        labels.put(metric.name() + "_count", Set.copyOf(metric.labels()));

        // The native histogram.
        labels.put(metric.name(), Set.copyOf(metric.labels()));
      } else {
        labels.put(metric.name(), Set.copyOf(metric.labels()));
      }
    }
  }

  /// Adds the series of a metrics page.
  ///
  /// @return the number of samples that were read
  public int addPage(String page) {
    ExpositionPage read = ExpositionPage.read(page, _ -> true);
    hasPages |= !read.samples().isEmpty();
    for (Sample sample : read.samples()) {
      labels.merge(sample.name(), sample.labels().keySet(), KnownMetrics::union);
      if (!sample.label("le").isEmpty()) {
        edges.merge(sample.name(), Set.of(sample.label("le")), KnownMetrics::union);
      }
    }
    return read.samples().size();
  }

  /// Adds the metric that a recording rule writes.
  void addRecorded(String name) {
    recorded.add(name);
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }

  /// Returns whether a metric is not checked. Without pages only the gateway's metrics are checked.
  boolean isUnchecked(String metric) {
    boolean checked = hasPages || metric.startsWith(OWN_PREFIX);
    return !checked
        || metric.isEmpty()
        || (metric.contains(":") && !labels.containsKey(metric) && !hasEnginePrefix(metric))
        || BUILT_IN.contains(metric)
        || metric.startsWith("scrape_")
        || recorded.contains(metric);
  }

  /// Returns whether a metric has the prefix of an engine, such as `vllm:`. Recording rules use
  /// colons too.
  private boolean hasEnginePrefix(String metric) {
    String prefix = metric.substring(0, metric.indexOf(':') + 1);
    return labels.keySet().stream().anyMatch(known -> known.startsWith(prefix));
  }

  boolean contains(String metric) {
    return labels.containsKey(metric);
  }

  /// Returns a suggestion of a metric with a similar name.
  String hint(String metric) {
    return WordSuggestion.hint(metric, labels.keySet());
  }

  /// Returns whether a metric has a label, its own or one that scraping adds.
  boolean hasLabel(String metric, String label) {
    return TARGET_LABELS.contains(label) || labels.getOrDefault(metric, Set.of()).contains(label);
  }

  /// Returns the labels of a metric as text.
  String labelsOf(String metric) {
    Set<String> own = labels.getOrDefault(metric, Set.of());
    return own.isEmpty() ? "none" : String.join(", ", new TreeSet<>(own));
  }

  /// Returns the bucket edges of a metric as written; empty if no page has it.
  Set<String> edges(String metric) {
    return edges.getOrDefault(metric, Set.of());
  }
}
