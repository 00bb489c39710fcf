package dev.goodput.runner.endpoint;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineReadings;
import dev.goodput.observe.MetricReading;
import dev.goodput.observe.Scrape;
import dev.goodput.simulator.engine.EngineStats;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/// The counters of the simulated engine in virtual time, as a server's page of metrics would give
/// them.
///
/// It has no GPU, so nothing is given for one. Its recomputed tokens are those of prompts too, and
/// so are none of [EngineMetric#RECOMPUTED_TOKENS].
final class VirtualMetrics {
  private static final String SOURCE = "simulated engine";

  private VirtualMetrics() {}

  /// One sample.
  ///
  /// @param source which engine
  /// @param nanos when, in ns of virtual time
  static Scrape.SuccessfulScrape seen(String source, long nanos, EngineStats stats) {
    Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
    readings.put(EngineMetric.RUNNING, reading(stats.running()));
    readings.put(EngineMetric.WAITING, reading(stats.waiting()));
    readings.put(EngineMetric.KV_CACHE_USAGE, reading(stats.kvUsage()));
    readings.put(EngineMetric.PREFIX_CACHE_QUERIES, reading(stats.prefixQueryTokens()));
    readings.put(EngineMetric.PREFIX_CACHE_HITS, reading(stats.prefixHitTokens()));
    readings.put(EngineMetric.PREEMPTIONS, reading(stats.preemptions()));
    readings.put(EngineMetric.PROMPT_TOKENS, reading(stats.promptTokens()));
    readings.put(EngineMetric.GENERATION_TOKENS, reading(stats.generationTokens()));
    readings.put(EngineMetric.REQUESTS_FINISHED, reading(stats.finished() + stats.aborted()));
    return new Scrape.SuccessfulScrape(
        source, nanos, 0, new EngineReadings(readings, Double.NaN, 0));
  }

  private static MetricReading reading(long count) {
    return reading((double) count);
  }

  private static MetricReading reading(double value) {
    return new MetricReading(SOURCE, new TreeMap<>(Map.of("", value)));
  }
}
