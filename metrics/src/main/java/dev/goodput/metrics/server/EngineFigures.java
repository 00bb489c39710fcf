package dev.goodput.metrics.server;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an upstream's engines and GPUs report about themselves at a moment, over all of their
/// pages.
///
/// @param atNanos the moment
/// @param upstream the upstream's configured name
/// @param engine the engine's name from the names of its metrics (`vllm`, `sglang`, …), empty if
///   they do not identify it
/// @param kvPages number of metrics pages that the KV cache usage comes from
/// @param restarts restarts of its servers since the first scrape, including those of pages that
///   are no longer scraped; never falls
/// @param values for gauges, the sum of requests or the mean of shares over the pages with known
///   values; for counters, the increase since the first scrape, which falls when fewer pages are
///   scraped than before. A metric is absent if no page reports it, or has reported it lately
public record EngineFigures(
    long atNanos,
    String upstream,
    String engine,
    int kvPages,
    int restarts,
    Map<EngineMetric, Double> values) {
  /// Copies the values.
  public EngineFigures {
    Map<EngineMetric, Double> copy = new EnumMap<>(EngineMetric.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
  }

  /// Returns a metric's value; null if it is not known.
  public @Nullable Double value(EngineMetric metric) {
    return values.get(metric);
  }
}
