package dev.goodput.monitor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.InFlight;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrendPoint;
import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class LiveTrafficTest {
  private static final long SECOND = 1_000_000_000;

  private final LiveTraffic traffic = new LiveTraffic(TrafficPlan.DEFAULTS, 0);

  private static CompletedAttempt of(String tenant) {
    long absent = Stamps.ABSENT;
    RequestRecord record =
        new RequestRecord(
            0,
            0,
            0,
            true,
            true,
            LatencyOrigin.INTENDED,
            new RequestSpec(0, 0, 1, -1, -1),
            new Stamps(1, 1, 1, 1, 1, 2, 2, absent, absent, absent, 3),
            ChunkLog.EMPTY,
            TokenCounts.NONE,
            0,
            new Outcome.Ok("stop"),
            new GatewayInfo(
                "m", tenant, "r", "u", "", "", 1, 2, 3, 1, 1, GatewayInfo.Parting.DELIVERED));
    return new CompletedAttempt(record, true, "", null, 200, AnswerStart.NONE, null);
  }

  private void happens(String what) {
    traffic.addEvent(new TrafficEvent(0, TrafficEvent.Kind.KEEPING, "gateway", what));
  }

  @Test
  void isAsOfASecondAgoAtMostForWhoAsksAfterAPause() throws Exception {
    happens("early");
    traffic.tick(3 * SECOND);
    assertThat(traffic.snapshot().events()).isEmpty();
    CompletableFuture<TrafficSnapshot> requested = CompletableFuture.supplyAsync(traffic::snapshot);
    long now = 3 * SECOND;
    while (!requested.isDone()) {
      traffic.tick(now);
      now++;
    }
    assertThat(traffic.snapshot().events()).hasSize(1);
    assertThat(requested.get(1, TimeUnit.SECONDS)).isSameAs(traffic.snapshot());
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
    traffic.watch(
        () -> 0,
        List::of,
        () -> 0,
        () ->
            new EdgeCounts(refused.get(), 1, 0, 0, 0, 0, 0, 0, EventCounts.NONE, EventCounts.NONE));
    traffic.renew(SECOND);
    assertThat(traffic.snapshot().edge())
        .isEqualTo(new EdgeCounts(3, 1, 0, 0, 0, 0, 0, 0, EventCounts.NONE, EventCounts.NONE));

    traffic.switchTo(TrafficPlan.DEFAULTS);
    traffic.renew(2 * SECOND);
    refused.set(5);
    traffic.renew(3 * SECOND);
    assertThat(traffic.snapshot().edge())
        .isEqualTo(new EdgeCounts(2, 0, 0, 0, 0, 0, 0, 0, EventCounts.NONE, EventCounts.NONE));
  }

  @Test
  void namesThatAreConfiguredLaterHaveTheirPlace() {
    LiveTraffic few = new LiveTraffic(TrafficPlan.DEFAULTS.withCaps(1, 100, 1 << 20), 0);
    few.know(new TreeMap<>(Map.of(TrafficLabel.TENANT, Set.of("acme"))));
    few.renew(SECOND);
    few.completed(of("invented"), PromptSink.NONE);
    few.completed(of("acme"), PromptSink.NONE);
    few.renew(2 * SECOND);
    assertThat(few.snapshot().rollups().get(TrafficLabel.TENANT)).containsOnlyKeys("acme", "other");
    assertThat(few.snapshot().all().totals().requests()).isEqualTo(2);
  }

  /// A stream of two tokens, the first of which came while the tick that counts it was under way.
  private static RequestRecord stream(long firstNanos, long lastNanos) {
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    chunks.add(firstNanos, Channel.ANSWER, 1);
    chunks.add(lastNanos, Channel.ANSWER, 1);
    return new RequestRecord(
        1,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(0, 0, 1, 5, -1),
        new Stamps(
            0, 0, 0, 0, 0, firstNanos, firstNanos, firstNanos, firstNanos, lastNanos, lastNanos),
        chunks.build(),
        TokenCounts.NONE,
        0,
        new Outcome.Ok("stop"),
        null);
  }

  @Test
  void findsEveryStreamAgainThatItCounted() {
    AtomicLong clock = new AtomicLong();
    Supplier<List<InFlight>> counting =
        () -> {
          clock.addAndGet(SECOND / 10);
          return List.of(new InFlight("a", 1, 0, 1));
        };
    traffic.watch(clock::get, counting, () -> 0, () -> EdgeCounts.NONE);
    clock.set(SECOND);
    traffic.renew(SECOND);
    RequestRecord record = stream(SECOND + SECOND / 20, 2 * SECOND);
    traffic.completed(
        new CompletedAttempt(record, true, "", null, 200, AnswerStart.NONE, null), PromptSink.NONE);
    clock.set(3 * SECOND);
    traffic.renew(3 * SECOND);

    TrendPoint second = traffic.snapshot().trend().seconds().get(1);

    assertThat(second.streams()).isEqualTo(1);
    assertThat(second.open()).isFalse();
    assertThat(second.perSecond(second.output())).isEqualTo(1);
  }

  @Test
  void isAsItWasWhereTheThreadThatFeedsItHangs() {
    TrafficSnapshot before = traffic.snapshot();
    traffic.tick(3 * SECOND);
    assertThat(traffic.snapshot()).isSameAs(before);
  }
}
