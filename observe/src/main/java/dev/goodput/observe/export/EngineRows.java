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
            "Share of the GPU that is busy",
            EngineFigures::gpuUtilization),
        gauge(
            "engine_gpu_memory_used",
            Measure.BYTES,
            "GPU memory in use, all GPUs together",
            EngineFigures::gpuMemoryUsedBytes),
        gauge(
            "engine_gpu_power",
            Measure.WATTS,
            "Electric power of the GPUs, all together",
            EngineFigures::gpuPowerWatts),
        gauge(
            "engine_kv_cache_usage",
            Measure.RATIO,
            "Share of the KV cache in use",
            EngineFigures::kvCacheUsage));
  }

  private static List<Row> requests() {
    return List.of(
        gauge("engine_running", Measure.REQUESTS, "Requests that run", EngineFigures::running),
        gauge(
            "engine_waiting",
            Measure.REQUESTS,
            "Requests that wait in the engine's queue",
            EngineFigures::waiting));
  }

  private static List<Row> counts() {
    return List.of(
        count(
            "engine_preemptions",
            Measure.NONE,
            "Requests that the engine put back",
            EngineCounts::preemptions),
        count(
            "engine_recomputed",
            Measure.TOKENS,
            "Output tokens that were thrown away and computed again",
            EngineCounts::recomputedTokens),
        count(
            "engine_generated",
            Measure.TOKENS,
            "Tokens that the engine generated for anybody",
            EngineCounts::generatedTokens),
        count(
            "engine_prefix_cache_looked_up",
            Measure.TOKENS,
            "Prompt tokens looked for in the prefix cache",
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
            "Times that a server of the upstream began anew since its page is looked at",
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
        help + ", since it was first heard of, or again after five minutes of silence",
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
        help + ", as the engine says itself",
        UPSTREAM,
        (source, points) ->
            source
                .snapshot()
                .engines()
                .forEach(each -> points.add(figure.apply(each), each.upstream())));
  }
}
