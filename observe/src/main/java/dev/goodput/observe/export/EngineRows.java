package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.EngineCounts;
import dev.goodput.metrics.traffic.EngineFigures;
import dev.goodput.observe.export.MetricRow.Kind;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Metrics that the engines and GPUs behind the gateway last reported, under common names.
final class EngineRows {
  private static final List<String> UPSTREAM = List.of("upstream");

  private EngineRows() {}

  static List<MetricRow> all() {
    return Stream.of(gpus(), requests(), counts()).flatMap(List::stream).toList();
  }

  private static List<MetricRow> gpus() {
    return List.of(
        gauge(
            "engine_gpu_utilization",
            MetricUnit.RATIO,
            "Share of time that the GPU is busy",
            EngineFigures::gpuUtilization),
        gauge(
            "engine_gpu_memory_used",
            MetricUnit.BYTES,
            "GPU memory in use, summed over GPUs",
            EngineFigures::gpuMemoryUsedBytes),
        gauge(
            "engine_gpu_power",
            MetricUnit.WATTS,
            "Electric power of the GPUs, summed",
            EngineFigures::gpuPowerWatts),
        gauge(
            "engine_kv_cache_usage",
            MetricUnit.RATIO,
            "Share of the KV cache in use",
            EngineFigures::kvCacheUsage));
  }

  private static List<MetricRow> requests() {
    return List.of(
        gauge("engine_running", MetricUnit.REQUESTS, "Running requests", EngineFigures::running),
        gauge(
            "engine_waiting",
            MetricUnit.REQUESTS,
            "Requests in the engine's queue",
            EngineFigures::waiting));
  }

  private static List<MetricRow> counts() {
    return List.of(
        count(
            "engine_preemptions", MetricUnit.NONE, "Preempted requests", EngineCounts::preemptions),
        count(
            "engine_recomputed",
            MetricUnit.TOKENS,
            "Output tokens that were discarded and computed again",
            EngineCounts::recomputedTokens),
        count(
            "engine_generated",
            MetricUnit.TOKENS,
            "Generated tokens, for all clients",
            EngineCounts::generatedTokens),
        count(
            "engine_prefix_cache_looked_up",
            MetricUnit.TOKENS,
            "Prompt tokens looked up in the prefix cache",
            EngineCounts::prefixQueries),
        count(
            "engine_prefix_cache_hit",
            MetricUnit.TOKENS,
            "Prompt tokens found in the prefix cache",
            EngineCounts::prefixHits),
        row(
            "engine_restarts",
            Kind.COUNTER,
            MetricUnit.NONE,
            "Restarts of the upstream's servers since the first scrape",
            figures -> (double) figures.restarts()));
  }

  private static MetricRow gauge(
      String name,
      MetricUnit measure,
      String help,
      Function<EngineFigures, @Nullable Double> figure) {
    return row(name, Kind.GAUGE, measure, help, figure);
  }

  private static MetricRow count(
      String name,
      MetricUnit measure,
      String help,
      Function<EngineCounts, @Nullable Double> count) {
    return row(
        name,
        Kind.COUNTER,
        measure,
        help + ", since the engine was first seen, or seen again after five minutes",
        figures -> count.apply(figures.counts()));
  }

  private static MetricRow row(
      String name,
      Kind kind,
      MetricUnit measure,
      String help,
      Function<EngineFigures, @Nullable Double> figure) {
    return new MetricRow(
        name,
        kind,
        measure,
        help + ", as reported by the engine",
        UPSTREAM,
        (source, points) ->
            source
                .snapshot()
                .engines()
                .forEach(each -> points.add(figure.apply(each), each.upstream())));
  }
}
