package dev.goodput.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LiveTrafficTest {
  private static final long SECOND = 1_000_000_000;

  private final LiveTraffic traffic = new LiveTraffic(TrafficPlan.DEFAULTS, 0);

  private void happens(String what) {
    traffic.tell(new TrafficEvent(0, TrafficEvent.Kind.KEEPING, "gateway", what));
  }

  @Test
  void isAsOfASecondAgoAtMostForWhoAsksAfterAPause() throws Exception {
    happens("early");
    traffic.tick(3 * SECOND);
    assertThat(traffic.snapshot().events()).isEmpty();
    CompletableFuture<TrafficSnapshot> asked = CompletableFuture.supplyAsync(traffic::snapshot);
    long now = 3 * SECOND;
    while (!asked.isDone()) {
      traffic.tick(now);
      now++;
    }
    assertThat(traffic.snapshot().events()).hasSize(1);
    assertThat(asked.get(1, TimeUnit.SECONDS)).isSameAs(traffic.snapshot());
  }

  @Test
  void isNotTakenTwiceInASecond() {
    traffic.renew(SECOND);
    TrafficSnapshot first = traffic.snapshot();
    traffic.tick(SECOND + SECOND / 2);
    assertThat(traffic.snapshot()).isSameAs(first);
  }

  @Test
  void isTakenNowAndThenThoughNobodyAsks() {
    happens("early");
    traffic.tick(30 * SECOND);
    assertThat(traffic.snapshot().events()).hasSize(1);
  }

  @Test
  void countsWhatComesAtTheEdgesSinceItsFiguresBegan() {
    AtomicLong refused = new AtomicLong(3);
    traffic.watch(List::of, () -> 0, () -> new EdgeCounts(refused.get(), 1, 0, 0));
    traffic.renew(SECOND);
    assertThat(traffic.snapshot().edge()).isEqualTo(new EdgeCounts(3, 1, 0, 0));

    traffic.goBy(TrafficPlan.DEFAULTS);
    traffic.renew(2 * SECOND);
    refused.set(5);
    traffic.renew(3 * SECOND);
    assertThat(traffic.snapshot().edge()).isEqualTo(new EdgeCounts(2, 0, 0, 0));
  }

  @Test
  void isAsItWasWhereTheThreadThatFeedsItHangs() {
    TrafficSnapshot before = traffic.snapshot();
    traffic.tick(3 * SECOND);
    assertThat(traffic.snapshot()).isSameAs(before);
  }
}
