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

/// The series that exist: the gateway's catalogue, and metrics pages if there are any.
public final class KnownMetrics {
  private static final String OURS = "goodput_";

  /// Series that Prometheus makes itself.
  private static final List<String> BUILT_IN = List.of("up", "ALERTS", "ALERTS_FOR_STATE");

  /// Labels that Prometheus and service discovery add.
  private static final Set<String> TARGET =
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
  private boolean pages;

  /// Creates the gateway's catalogue.
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
    pages |= !read.samples().isEmpty();
    for (Sample sample : read.samples()) {
      labels.merge(sample.name(), sample.labels().keySet(), KnownMetrics::union);
      if (!sample.label("le").isEmpty()) {
        edges.merge(sample.name(), Set.of(sample.label("le")), KnownMetrics::union);
      }
    }
    return read.samples().size();
  }

  /// Adds a series that a rule records.
  void addRecorded(String name) {
    recorded.add(name);
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }

  /// Returns whether nothing can be said about a metric: without pages, only the gateway's metrics
  /// are known.
  boolean open(String metric) {
    boolean checked = pages || metric.startsWith(OURS);
    return !checked
        || metric.isEmpty()
        || (metric.contains(":") && !labels.containsKey(metric) && !engine(metric))
        || BUILT_IN.contains(metric)
        || metric.startsWith("scrape_")
        || recorded.contains(metric);
  }

  /// Engines such as vLLM name metrics with a colon, as recording rules do.
  private boolean engine(String metric) {
    String prefix = metric.substring(0, metric.indexOf(':') + 1);
    return labels.keySet().stream().anyMatch(known -> known.startsWith(prefix));
  }

  boolean has(String metric) {
    return labels.containsKey(metric);
  }

  /// Returns a hint at the metric that was probably meant.
  String hint(String metric) {
    return WordSuggestion.hint(metric, labels.keySet());
  }

  /// Returns whether a metric has a label, its own or one that scraping adds.
  boolean hasLabel(String metric, String label) {
    return TARGET.contains(label) || labels.getOrDefault(metric, Set.of()).contains(label);
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
