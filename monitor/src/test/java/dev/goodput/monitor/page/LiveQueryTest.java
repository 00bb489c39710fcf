package dev.goodput.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.monitor.page.LiveInput.LiveQuery;
import org.junit.jupiter.api.Test;

final class LiveQueryTest {
  @Test
  void readsTheStartOfTheRequestedTrends() {
    assertThat(LiveQuery.of("/live.json?since=1795423212&minutes_since=1795420000"))
        .isEqualTo(new LiveQuery(1_795_423_212L, 1_795_420_000L));
    assertThat(LiveQuery.of("/live.json?minutes_since=7").since()).isEqualTo(LiveQuery.ALL.since());
  }

  @Test
  void requestsEverythingForAnInvalidQuery() {
    for (String target :
        new String[] {
          "/live.json",
          "/live.json?",
          "/live.json?since=",
          "/live.json?since=-1",
          "/live.json?since=99999999999999999999",
          "/live.json?since=1e9",
          "/live.json?xsince=5"
        }) {
      assertThat(LiveQuery.of(target)).as(target).isEqualTo(LiveQuery.ALL);
    }
  }
}
