package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.search.SearchResult;
import org.junit.jupiter.api.Test;

class UnloadedBaselineTest {
  @Test
  void ignoresTheFirstRequestToAColdServer() {
    UnloadedBaseline alone = new UnloadedBaseline();
    for (int i = 0; i < 5; i++) {
      Observations.Fate fate = i == 0 ? Observations.Fate.LATE : Observations.Fate.GOOD;
      alone.ended(new Observations.Seen(i, i == 0 ? 9_000 : 2, 0, 1, 1, 1, 1, true, fate));
    }
    assertThat(alone.result()).isEqualTo(new SearchResult.Unloaded(4, 4, 0, 2e-9));
  }
}
