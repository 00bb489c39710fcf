package dev.goodput.operate.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.observe.ServiceObservation;
import dev.goodput.operate.slo.ServiceObjective;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A span of ten minutes on a Monday at noon, and the 20 minutes before it.
class EngineFactsTest {
  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");
  private static final String PAGE = "http://engine:8000/metrics";

  private final EngineFacts facts =
      new EngineFacts(
          new MissedSpan(
              "chat",
              ServiceObjective.ofClass("chat", Slo.parse("chat"), 0.95, null),
              "page",
              "page",
              NOON,
              NOON.plusSeconds(600),
              100,
              50,
              0,
              false),
          Duration.ofMinutes(20));

  private void event(int second, String upstream, String kind) {
    facts.add(new ServiceObservation.Event(NOON.plusSeconds(second), kind, upstream, ""));
  }

  /// Observes an engine every 30 s, which preempts as often in each half minute.
  private void observe(String upstream, List<String> pages, int from, int until, int preempted) {
    for (int second = from; second <= until; second += 30) {
      double count = (second - from) / 30 * preempted + (second > 0 ? second / 30 * 2 : 0);
      observe(upstream, pages, second, Map.of(EngineMetric.PREEMPTIONS, count));
    }
  }

  private void observe(
      String upstream, List<String> pages, int second, Map<EngineMetric, Double> values) {
    facts.add(
        new ServiceObservation.Engine(
            NOON.plusSeconds(second), new EngineFigures(0, upstream, "vllm", 1, 0, values), pages));
  }

  @Test
  void eventsAreOfTheSpanAndTwoMinutesBefore() {
    event(-18 * 60, "gpu-0", "engine_replaced");
    event(-121, "gpu-0", "metrics_down");
    event(-119, "gpu-0", "engine_restart");
    event(300, "gpu-0", "upstream_down");
    assertThat(facts.facts(Set.of("gpu-0")))
        .containsExactly("gpu-0 restarted at Mon 11:58", "gpu-0 became unreachable at Mon 12:05");
  }

  @Test
  void eventsOfAnOutageAreInTheOrderOfTheirTime() {
    event(600 - 1, "gpu-0", "engine_restart");
    event(2, "gpu-0", "metrics_down");
    event(1, "gpu-0", "upstream_down");
    event(300, "gpu-1", "upstream_down");
    assertThat(facts.facts(Set.of("gpu-0", "gpu-1")))
        .containsExactly(
            "gpu-0 became unreachable at Mon 12:00",
            "gpu-0 stopped serving its metrics page at Mon 12:00",
            "gpu-1 became unreachable at Mon 12:05",
            "gpu-0 restarted at Mon 12:09");
  }

  @Test
  void anUpstreamThatDoesNotServeTheClassExplainsNothing() {
    event(10, "embeddings", "engine_restart");
    observe("embeddings", List.of(), -1200, 570, 0);
    assertThat(facts.facts(Set.of("gpu-0"))).isEmpty();
    assertThat(facts.facts(Set.of("embeddings"))).hasSize(2);
  }

  @Test
  void comparesNothingThatWasNotObservedBefore() {
    for (int second = 0; second < 600; second += 30) {
      observe(
          "gpu-0",
          List.of(),
          second,
          Map.of(
              EngineMetric.PREEMPTIONS,
              (double) second,
              EngineMetric.KV_CACHE_USAGE,
              0.99,
              EngineMetric.WAITING,
              50.0));
    }
    assertThat(facts.facts(Set.of("gpu-0"))).isEmpty();
  }

  /// Six preemptions a minute in the five minutes that were observed before, ten from then on: less
  /// than twice as many.
  @Test
  void dividesByTheTimeThatWasObserved() {
    observe("gpu-0", List.of(), -300, 570, 3);
    assertThat(facts.facts(Set.of("gpu-0"))).isEmpty();
  }

  /// No preemption before; 38 in the ten minutes from 11:59:30 to the last observation at 12:09:30.
  @Test
  void countsAnEngineOfTwoGatewaysOnce() {
    facts.startDirectory("gateway-a");
    observe("gpu-0", List.of(PAGE), -1200, 570, 0);
    event(60, "gpu-0", "engine_restart");
    facts.startDirectory("gateway-a");
    observe("engine-a", List.of(PAGE), -1185, 585, 0);
    event(63, "gpu-0", "engine_restart");
    event(400, "gpu-0", "engine_restart");
    assertThat(facts.facts(Set.of("gpu-0", "engine-a")))
        .containsExactly(
            "gpu-0 restarted 2 times, first at Mon 12:01",
            "engine-a: 38 preemptions, 3.8 a minute (before: 0.0)");
  }

  @Test
  void enginesAtTheLoopbackAddressOfTwoHostsCountApart() {
    List<String> page = List.of("http://localhost:8000/metrics");
    for (String host : List.of("gateway-a", "gateway-b", "gateway-b")) {
      facts.startDirectory(host);
      observe("gpu-0", page, -1200, 570, 0);
    }
    assertThat(facts.facts(Set.of("gpu-0"))).hasSize(2);
  }

  @Test
  void enginesOfDifferentPagesCountApart() {
    facts.startDirectory("gateway-a");
    observe("gpu-0", List.of(PAGE), -1200, 570, 0);
    facts.startDirectory("gateway-a");
    observe("gpu-0", List.of("http://other:8000/metrics"), -1200, 570, 0);
    assertThat(facts.facts(Set.of("gpu-0")))
        .containsExactly(
            "gpu-0: 38 preemptions, 3.8 a minute (before: 0.0)",
            "gpu-0: 38 preemptions, 3.8 a minute (before: 0.0)");
  }
}
