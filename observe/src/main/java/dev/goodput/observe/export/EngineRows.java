package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.EngineFigures;
import dev.goodput.observe.export.Row.Kind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the engines and GPUs behind the gateway said of themselves last, whatever they call it.
final class EngineRows {
  private static final List<String> UPSTREAM = List.of("upstream");

  private EngineRows() {}

  static List<Row> all() {
    return List.of(
        row(
            "engine_gpu_utilization",
            Kind.GAUGE,
            Measure.RATIO,
            "Share of the GPU that is busy",
            EngineFigures::gpuUtilization),
        row(
            "engine_kv_cache_usage",
            Kind.GAUGE,
            Measure.RATIO,
            "Share of the KV cache in use",
            EngineFigures::kvCacheUsage),
        row(
            "engine_running",
            Kind.GAUGE,
            Measure.REQUESTS,
            "Requests that run",
            EngineFigures::running),
        row(
            "engine_waiting",
            Kind.GAUGE,
            Measure.REQUESTS,
            "Requests that wait in the engine's queue",
            EngineFigures::waiting),
        row(
            "engine_preemptions",
            Kind.COUNTER,
            Measure.NONE,
            "Requests that the engine put back since it was first heard of, or again after five"
                + " minutes of silence",
            EngineFigures::preemptions));
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
