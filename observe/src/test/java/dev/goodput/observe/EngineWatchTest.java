package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.PageAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class EngineWatchTest {
  private static final NanoClock CLOCK = NanoClock.SYSTEM;

  private static EngineWatch.Upstream upstream(String name, String url) {
    return new EngineWatch.Upstream(
        name, List.of(PageAddress.parse("--server-metrics", url, WatchedPages.PAGE)));
  }

  @Test
  void looksAtEachUpstreamAndTellsWhoseLookItIs() throws Exception {
    EngineTrail trail = new EngineTrail();
    CountDownLatch both = new CountDownLatch(2);
    try (Exporter engine = new Exporter((line, _) -> line.page("vllm:num_requests_running 7\n"));
        EngineWatch _ =
            EngineWatch.begin(
                List.of(upstream("a", engine.url()), upstream("b", "http://127.0.0.1:1")),
                CLOCK.nanoTime(),
                CLOCK,
                (name, look) -> {
                  trail.add(name, look);
                  if (look instanceof Seen ? name.equals("a") : look instanceof Missed) {
                    both.countDown();
                  }
                })) {
      assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(trail.pages())
        .anyMatch(page ->
            page.upstream().equals("a")
                && Double.valueOf(7).equals(page.values().get(Sign.RUNNING)));
    assertThat(trail.pages())
        .anyMatch(page -> page.upstream().equals("b") && page.values().isEmpty());
  }

  @Test
  void refusesAnUpstreamWithoutAPage() {
    assertThatThrownBy(() -> new EngineWatch.Upstream("a", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
