package dev.goodput.monitor.page;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.page.LiveInput.GatewayFacts;
import dev.goodput.observe.EngineReadings;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.MetricReading;
import dev.goodput.observe.Scrape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Gateways that nobody runs.
final class InventedLive {
  private static final Instant NOW = Instant.parse("2026-11-23T08:41:12Z");

  private InventedLive() {}

  /// A day of good traffic, two engines that tell of themselves.
  static LiveInput good() {
    return input(new InventedTraffic(), 26 * 3600, List.of(), true);
  }

  /// An SLO that is missed, a hop that buffers, an engine that began anew, losses.
  static LiveInput troubled() {
    return input(
        new InventedTraffic().troubled(),
        26 * 3600,
        List.of("the run log is not written: no space left on device"),
        true);
  }

  /// Two upstreams with known power; the page of one of them went away if `missing`.
  static LiveInput powered(boolean missing) {
    return input(new InventedTraffic().powered(missing), 26 * 3600, List.of(), true);
  }

  /// One that began just now, without an SLO or an engine's page.
  static LiveInput idle() {
    return input(new InventedTraffic().idle(3).plan(TrafficPlan.DEFAULTS), 3, List.of(), false);
  }

  /// Names that want to be more than names.
  static LiveInput hostile() {
    return input(
        new InventedTraffic().named(List.of(InventedTraffic.HOSTILE, "x".repeat(5_000), "")),
        26 * 3600,
        List.of(InventedTraffic.HOSTILE),
        true);
  }

  /// More names than anyone reads.
  static LiveInput crowded() {
    List<String> names =
        IntStream.range(0, 200).mapToObj(i -> "name-" + i + "-" + "\u00e4".repeat(400)).toList();
    return input(new InventedTraffic().named(names).troubled(), 26 * 3600, names, true);
  }

  /// Every kind.
  static List<LiveInput> all() {
    return List.of(good(), powered(false), powered(true), troubled(), idle(), hostile(), crowded());
  }

  static LiveInput input(
      InventedTraffic traffic, long upSeconds, List<String> troubles, boolean engines) {
    return new LiveInput(
        traffic.up(upSeconds).snapshot(),
        engines ? trail(upSeconds) : null,
        new GatewayFacts(
            "0.0.0.0:9000",
            "0.1.0",
            NOW.minusSeconds(upSeconds),
            false,
            troubles,
            List.of("gateway.yaml"),
            List.of(
                new GatewayFacts.Upstream("h100-a", "http://10.0.0.4:8000", true, ""),
                new GatewayFacts.Upstream(
                    "h100-b", "http://10.0.0.5:8000", troubles.isEmpty(), ""))));
  }

  private static EngineStateTracker trail(long upSeconds) {
    EngineStateTracker trail = new EngineStateTracker(InstantSource.system());
    for (long at = Math.max(0, upSeconds - 86_400);
        at < upSeconds;
        at += at < upSeconds - 900 ? 20 : 1) {
      var _ = trail.add("h100-a", scrape("http://10.0.0.4:8000/metrics", at, 1));
      var _ = trail.add("h100-b", scrape("http://10.0.0.5:8000/metrics", at, 0.6));
    }
    return trail;
  }

  private static Scrape scrape(String page, long at, double size) {
    double wave = size * (1 + 0.4 * Math.sin(at / 9_000.0) + 0.2 * Math.sin(at / 31.0));
    Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
    put(EngineMetric.RUNNING, Math.rint(10 * wave), readings);
    put(EngineMetric.WAITING, Math.rint(wave), readings);
    put(EngineMetric.KV_CACHE_USAGE, 0.4 * wave, readings);
    put(EngineMetric.PREFIX_CACHE_QUERIES, at * 9_000.0, readings);
    put(EngineMetric.PREFIX_CACHE_HITS, at * 4_100.0, readings);
    put(EngineMetric.GENERATION_TOKENS, at * 900.0 * size, readings);
    put(EngineMetric.PREEMPTIONS, Math.floor(at / 400.0), readings);
    if (size == 1) {
      put(EngineMetric.GPU_UTILIZATION, Math.min(1, 0.6 * wave), readings);
      put(EngineMetric.GPU_POWER, 420 * wave, readings);
    }
    return new Scrape.SuccessfulScrape(
        page, at * InventedTraffic.SECOND, 1_000_000, new EngineReadings(readings, 1e9, 0));
  }

  private static void put(
      EngineMetric sign, double value, Map<EngineMetric, MetricReading> readings) {
    readings.put(sign, new MetricReading("invented", new TreeMap<>(Map.of("", value))));
  }
}
