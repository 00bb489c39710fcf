package dev.goodput.app.asking;

import dev.goodput.observe.EngineMetrics;
import dev.goodput.observe.Observation;
import dev.goodput.observe.Reading;
import dev.goodput.observe.Sign;
import dev.goodput.simulator.engine.EngineStats;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/// The counters of the simulated engine in virtual time, as a server's page of metrics would give
/// them.
///
/// It has no GPU, so nothing is given for one. Its recomputed tokens are those of prompts too, and
/// so are none of [Sign#RECOMPUTED_TOKENS].
final class VirtualMetrics {
  private static final String SOURCE = "simulated engine";

  private VirtualMetrics() {}

  /// One sample.
  ///
  /// @param source which engine
  /// @param nanos when, in ns of virtual time
  static Observation.Seen seen(String source, long nanos, EngineStats stats) {
    Map<Sign, Reading> readings = new EnumMap<>(Sign.class);
    readings.put(Sign.RUNNING, reading(stats.running()));
    readings.put(Sign.WAITING, reading(stats.waiting()));
    readings.put(Sign.KV_CACHE_USAGE, reading(stats.kvUsage()));
    readings.put(Sign.PREFIX_CACHE_QUERIES, reading(stats.prefixQueryTokens()));
    readings.put(Sign.PREFIX_CACHE_HITS, reading(stats.prefixHitTokens()));
    readings.put(Sign.PREEMPTIONS, reading(stats.preemptions()));
    readings.put(Sign.PROMPT_TOKENS, reading(stats.promptTokens()));
    readings.put(Sign.GENERATION_TOKENS, reading(stats.generationTokens()));
    readings.put(Sign.REQUESTS_FINISHED, reading(stats.finished() + stats.aborted()));
    return new Observation.Seen(source, nanos, 0, new EngineMetrics(readings, Double.NaN, 0));
  }

  private static Reading reading(long count) {
    return reading((double) count);
  }

  private static Reading reading(double value) {
    return new Reading(SOURCE, new TreeMap<>(Map.of("", value)));
  }
}
