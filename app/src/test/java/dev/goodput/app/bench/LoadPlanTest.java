package dev.goodput.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LoadPlanTest {
  private final LoadOptions options = new LoadOptions();

  @Test
  void saysWhichLevelIsAskedForMoreThanOnce() {
    options.rates = List.of(2.0, 0.5, 2.0);
    assertThat(LoadPlan.of(options, null).repeated())
        .contains("--rate names 2 more than once; each time is a level of its own");
    options.rates = List.of();
    options.concurrencies = List.of(4L, 4L);
    assertThat(LoadPlan.of(options, null).repeated())
        .contains("--concurrency names 4 more than once; each time is a level of its own");
  }

  @Test
  void saysNothingOfLevelsThatDiffer() {
    options.rates = List.of(1.0, 2.0);
    assertThat(LoadPlan.of(options, null).repeated()).isEmpty();
  }

  @Test
  void repeatsOneLoad() {
    options.rates = List.of(2.0);
    options.repeats = 5L;
    assertThat(LoadPlan.of(options, null).levels()).hasSize(5);
    assertThat(LoadPlan.of(options, null).levels().stream().distinct()).hasSize(1);
    assertThat(LoadPlan.of(options, null).repeated()).isEmpty();
  }

  @Test
  void refusesRepeatsThatTellNothing() {
    options.rates = List.of(2.0);
    options.repeats = 4L;
    assertThatThrownBy(() -> LoadPlan.of(options, null))
        .hasMessageContaining("--repeats must be between 5 and 1000, found 4");
    options.repeats = 5L;
    options.rates = List.of(2.0, 4.0);
    assertThatThrownBy(() -> LoadPlan.of(options, null))
        .hasMessageContaining("--repeats is of one load");
    options.rates = List.of();
    options.arrivals = "trace";
    assertThatThrownBy(() -> LoadPlan.of(options, null))
        .hasMessageContaining("--repeats of a trace");
  }
}
