package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.EngineCounts;
import dev.goodput.metrics.traffic.EngineFigures;
import dev.goodput.observe.export.Row.Kind;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Metrics that the engines and GPUs behind the gateway last reported, under common names.
final class EngineRows {
  private static final List<String> UPSTREAM = List.of("upstream");

  private EngineRows() {}

  static List<Row> all() {
    return Stream.of(gpus(), requests(), counts()).flatMap(List::stream).toList();
  }

  private static List<Row> gpus() {
    return List.of(
        gauge(
            "engine_gpu_utilization",
            Measure.RATIO,
            "Share of time that the GPU is busy",
            EngineFigures::gpuUtilization),
        gauge(
            "engine_gpu_memory_used",
            Measure.BYTES,
            "GPU memory in use, summed over GPUs",
            EngineFigures::gpuMemoryUsedBytes),
        gauge(
            "engine_gpu_power",
            Measure.WATTS,
            "Electric power of the GPUs, summed",
            EngineFigures::gpuPowerWatts),
        gauge(
            "engine_kv_cache_usage",
            Measure.RATIO,
            "Share of the KV cache in use",
            EngineFigures::kvCacheUsage));
  }

  private static List<Row> requests() {
    return List.of(
        gauge("engine_running", Measure.REQUESTS, "Running requests", EngineFigures::running),
        gauge(
            "engine_waiting",
            Measure.REQUESTS,
            "Requests in the engine's queue",
            EngineFigures::waiting));
  }

  private static List<Row> counts() {
    return List.of(
        count("engine_preemptions", Measure.NONE, "Preempted requests", EngineCounts::preemptions),
        count(
            "engine_recomputed",
            Measure.TOKENS,
            "Output tokens that were discarded and computed again",
            EngineCounts::recomputedTokens),
        count(
            "engine_generated",
            Measure.TOKENS,
            "Generated tokens, for all clients",
            EngineCounts::generatedTokens),
        count(
            "engine_prefix_cache_looked_up",
            Measure.TOKENS,
            "Prompt tokens looked up in the prefix cache",
            EngineCounts::prefixQueries),
        count(
            "engine_prefix_cache_hit",
            Measure.TOKENS,
            "Prompt tokens found in the prefix cache",
            EngineCounts::prefixHits),
        row(
            "engine_restarts",
            Kind.COUNTER,
            Measure.NONE,
            "Restarts of the upstream's servers since the first scrape",
            figures -> (double) figures.restarts()));
  }

  private static Row gauge(
      String name, Measure measure, String help, Function<EngineFigures, @Nullable Double> figure) {
    return row(name, Kind.GAUGE, measure, help, figure);
  }

  private static Row count(
      String name, Measure measure, String help, Function<EngineCounts, @Nullable Double> count) {
    return row(
        name,
        Kind.COUNTER,
        measure,
        help + ", since the engine was first seen, or seen again after five minutes",
        figures -> count.apply(figures.counts()));
  }

  private static Row row(
      String name,
      Kind kind,
      Measure measure,
      String help,
      Function<EngineFigures, @Nullable Double> figure) {
    return new Row(
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
