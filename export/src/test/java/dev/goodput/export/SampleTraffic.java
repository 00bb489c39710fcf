package dev.goodput.export;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Traffic with known figures: 100 finished streams of 50 tokens with TTFTs of 2 to 200 ms, then
/// one of 300 ms, a retry, three failures, and one client that left.
final class SampleTraffic {
  /// The origin of timestamps, as a date.
  static final long ORIGIN = 1_795_000_000_000_000_000L;

  static final long NOW_NANOS = 60_000_000_000L;

  private SampleTraffic() {}

  static TrafficMeter meter() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withSlo("chat", Slo.parse("p95 ttft<=123ms, tpot<=50ms"))
            .withPrice(
                "llama",
                ModelPrice.of(
                    "",
                    "USD",
                    Map.of(
                        Kind.INPUT,
                        1.0,
                        Kind.CACHED_INPUT,
                        0.5,
                        Kind.OUTPUT,
                        2.0,
                        Kind.REASONING,
                        2.0)))
            .withHourlyCost("gpu-1", 3);
    TrafficMeter meter = new TrafficMeter(plan);
    for (int id = 0; id < 100; id++) {
      meter.add(Exchanges.ok(id, 100L * id, 2 * id + 2, 20, 50));
    }
    meter.add(Exchanges.ok(100, 40_000, 300, 20, 50));
    Outcome busy = new Outcome.HttpError(503, "busy");
    meter.add(Exchanges.failed(101, 41_000, busy, 0, false));
    meter.add(Exchanges.failed(101, 41_000, busy, 1, true));
    meter.add(Exchanges.failed(102, 42_000, new Outcome.Refused("no"), 0, true));
    meter.add(Exchanges.failed(103, 43_000, new Outcome.Truncated("cut"), 0, true));
    meter.add(Exchanges.failed(104, 44_000, new Outcome.Cancelled("the client left"), 0, true));
    meter.inFlight(NOW_NANOS, List.of(new InFlight("gpu-1", 7, 3, 4)));
    meter.edge(
        new EdgeCounts(
            31, 7, 2, 4, 5, 6, 8, 3, new EventCounts(70, 9, 2, 5), new EventCounts(60, 1, 3, 4)));
    meter.event(new TrafficEvent(1_000_000_000L, TrafficEvent.Kind.ENGINE_RESTART, "gpu-1", ""));
    meter.engines(1, List.of(engine(1, 0, 2, 100, 50, 10)));
    meter.engines(NOW_NANOS, List.of(engine(NOW_NANOS, 1, 14, 700, 90, 40)));
    meter.lost(2);
    return meter;
  }

  private static EngineFigures engine(
      long atNanos,
      int restarts,
      double preemptions,
      double generated,
      double queries,
      double hits) {
    Map<EngineMetric, Double> values = new EnumMap<>(EngineMetric.class);
    values.put(EngineMetric.GPU_UTILIZATION, 0.9);
    values.put(EngineMetric.GPU_MEMORY_USED, 7e9);
    values.put(EngineMetric.GPU_POWER, 350.0);
    values.put(EngineMetric.KV_CACHE_USAGE, 0.5);
    values.put(EngineMetric.RUNNING, 4.0);
    values.put(EngineMetric.PREEMPTIONS, preemptions);
    values.put(EngineMetric.GENERATION_TOKENS, generated);
    values.put(EngineMetric.PREFIX_CACHE_QUERIES, queries);
    values.put(EngineMetric.PREFIX_CACHE_HITS, hits);
    return new EngineFigures(atNanos, "gpu-1", "vllm", 1, restarts, values);
  }

  static TrafficSnapshot snapshot() {
    return meter().snapshot(NOW_NANOS);
  }
}
