package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrafficPlanTest {
  private static ModelPrice price(double input) {
    return ModelPrice.of(
        "",
        "USD",
        Map.of(Kind.INPUT, input, Kind.CACHED_INPUT, 0.0, Kind.OUTPUT, 0.0, Kind.REASONING, 0.0));
  }

  @Test
  void aModelsOwnPriceGoesBeforeAPatternAndALongerOneBeforeAShorter() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withPrice("", price(1))
            .withPrice("qwen*", price(2))
            .withPrice("qwen3*", price(3))
            .withPrice("qwen3-32b", price(4));
    assertThat(plan.price("llama")).isEqualTo(price(1));
    assertThat(plan.price("qwen2")).isEqualTo(price(2));
    assertThat(plan.price("qwen3-8b")).isEqualTo(price(3));
    assertThat(plan.price("qwen3-32b")).isEqualTo(price(4));
    assertThat(TrafficPlan.DEFAULTS.withPrice("qwen*", price(2)).price("llama")).isNull();
  }
}
