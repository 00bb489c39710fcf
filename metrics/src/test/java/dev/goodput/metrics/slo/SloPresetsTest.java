package dev.goodput.metrics.slo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SloPresetsTest {
  private static final Map<String, String> WANTED =
      Map.ofEntries(
          Map.entry("chat", "p95 ttft ≤ 200 ms, p95 tpot ≤ 80 ms"),
          Map.entry("chat-short", "p95 ttft ≤ 200 ms, p95 tpot ≤ 80 ms, p95 e2el ≤ 2 s"),
          Map.entry("code-completion", "p95 ttft ≤ 100 ms, p95 tpot ≤ 30 ms"),
          Map.entry("summarization", "p95 ttft ≤ 3 s, p95 tpot ≤ 100 ms"),
          Map.entry("deep-research", "p95 ttft ≤ 10 s, p95 tpot ≤ 100 ms"),
          Map.entry("batch", "none on latency"),
          Map.entry("realtime", "p99 ttft ≤ 300 ms, p99 tpot ≤ 50 ms, stall ≤ 500 ms"),
          Map.entry("mlperf-8b", "p99 ttft ≤ 2 s, p99 tpot ≤ 100 ms"),
          Map.entry("mlperf-70b", "p99 ttft ≤ 2 s, p99 tpot ≤ 200 ms"),
          Map.entry("mlperf-405b", "p99 ttft ≤ 6 s, p99 tpot ≤ 175 ms"),
          Map.entry("mlperf-8b-interactive", "p99 ttft ≤ 500 ms, p99 tpot ≤ 30 ms"),
          Map.entry("mlperf-70b-interactive", "p99 ttft ≤ 450 ms, p99 tpot ≤ 40 ms"),
          Map.entry("mlperf-405b-interactive", "p99 ttft ≤ 4.5 s, p99 tpot ≤ 80 ms"));

  @Test
  void everyPresetHasTheBoundsOfTheDefinitions() {
    assertThat(Slo.presetNames()).containsExactlyInAnyOrderElementsOf(WANTED.keySet());
    WANTED.forEach(
        (name, expression) -> assertThat(Slo.parse(name).expression()).isEqualTo(expression));
  }

  @Test
  void everyPresetNamesItselfAndItsSource() {
    for (String name : Slo.presetNames()) {
      assertThat(Slo.parse(name).name()).isEqualTo(name);
      assertThat(Slo.parse(name).source()).isNotBlank();
    }
    assertThat(Slo.parse("ttft<=1s").name()).isNull();
    assertThat(Slo.parse("ttft<=1s").source()).isNull();
  }

  @Test
  void namesAreFoundInAnyCase() {
    assertThat(Slo.preset(" Chat ")).contains(Slo.parse("chat"));
    assertThat(Slo.preset("p95 ttft<=1s")).isEmpty();
  }
}
