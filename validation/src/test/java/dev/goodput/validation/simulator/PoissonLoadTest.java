package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoissonLoadTest {
  @Test
  void ranksItsPercentileAsAllOfGoodputDoes() {
    PoissonLoad load = PoissonLoad.run(EngineProfile.named("h100", "llama-3.1-8b"), 500, 20, 1);
    double p99 = load.ttftP99();
    List<Double> millis =
        load.calls().stream()
            .map(call -> (call.firstTokenNanos() - call.arrivalNanos()) / 1e6)
            .toList();
    assertThat(millis).hasSize(600);
    assertThat(millis).filteredOn(each -> each < p99).hasSize(593);
    assertThat(millis).filteredOn(each -> each > p99).hasSize(6);
  }
}
