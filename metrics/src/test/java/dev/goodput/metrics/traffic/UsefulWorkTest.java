package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.testing.RequestMaker;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests of recomputed tokens: they reach no client, but count as work.
class UsefulWorkTest {
  private static final long SECOND = 1_000_000_000L;

  private final TrafficMeter meter =
      new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("chat", Slo.parse("ttft<=200ms")));

  private void answer(int second) {
    double at = second * 1000.0;
    meter.add(
        RequestMaker.at(at)
            .chunks(at + 100, at + 110)
            .usage(5, 1000)
            .passage(Passages.of("m", "a", "chat"))
            .make());
  }

  private void reported(int second, @Nullable Double recomputed) {
    long now = second * SECOND;
    Map<EngineMetric, Double> values =
        recomputed == null ? Map.of() : Map.of(EngineMetric.RECOMPUTED_TOKENS, recomputed);
    meter.engines(
        now,
        List.of(
            new EngineFigures(now, "a", "sglang", 1, 0, values),
            new EngineFigures(now, "b", "vllm", 1, 0, Map.of())));
  }

  private TrafficSeries all(int second) {
    return meter.snapshot(second * SECOND).all();
  }

  private static Goodput family(TrafficWindow window) {
    return Objects.requireNonNull(window.goodput());
  }

  @Test
  void recomputedTokensAreWorkThatWasNotUseful() {
    answer(0);
    reported(1, 7000.0);
    reported(2, 7500.0);
    reported(3, 8000.0);

    TrafficWindow minute = all(4).minute();

    assertThat(family(minute))
        .returns(0.5, Goodput::usefulWorkRatio)
        .returns(1000L, Goodput::recomputedTokens);
    assertThat(Objects.requireNonNull(minute.goodputs().get("chat")))
        .as("nobody knows of which class they were")
        .returns(1.0, Goodput::usefulWorkRatio)
        .returns(null, Goodput::recomputedTokens);
  }

  @Test
  void nothingIsSaidOfThemWhereNoEngineTells() {
    answer(0);
    reported(1, null);

    assertThat(family(all(2).minute()))
        .returns(1.0, Goodput::usefulWorkRatio)
        .returns(null, Goodput::recomputedTokens);
  }

  @Test
  void aWindowHasThoseThatWereToldInIt() {
    answer(0);
    reported(1, 7000.0);
    reported(2, 8000.0);
    reported(3, 40.0);
    reported(4, null);
    answer(100);
    reported(100, 140.0);

    assertThat(family(all(101).minute()).recomputedTokens()).isEqualTo(100);
    assertThat(family(all(101).hour()).recomputedTokens()).isEqualTo(1100);
    assertThat(family(all(101).hour()).usefulWorkRatio()).isEqualTo(2000 / 3100.0);
  }
}
