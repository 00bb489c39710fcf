package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.gateway.exchange.CompletedAttempt;
import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.TelemetryPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.metrics.traffic.EdgeCounts;
import dev.goodput.metrics.traffic.EventCounts;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.telemetry.EventCodec;
import dev.goodput.telemetry.EventSender;
import dev.goodput.telemetry.Partial;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.SpillFile;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.AnswerStart;
import dev.goodput.wire.dialect.PromptSink;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TelemetryTest {
  private static final long QUEUE_BYTES = 64L << 20;
  private static final TelemetryPlan TO = TelemetryPlan.to("kafka://broker/topic");

  /// A broker that answers only when it is opened.
  private static final class Broker implements EventSender {
    private final List<RequestEvent> stored = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private int refusals = 2;

    @Override
    public boolean send(byte[] event, int events, long number) {
      reached.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (refusals-- > 0) {
        return false;
      }
      stored.add(EventCodec.decode(event));
      return true;
    }

    @Override
    public long delivered() {
      return stored.size();
    }

    @Override
    public long undelivered() {
      return 0;
    }

    @Override
    public String trouble() {
      return "";
    }

    @Override
    public void close() {}
  }

  private static CompletedAttempt completed(boolean understood) {
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
            new Stamps(1, 1, 1, 1, 1, 2, 2, absent, absent, absent, 3_000_000),
            ChunkLog.EMPTY,
            TokenCounts.NONE,
            0,
            new Outcome.Ok("stop"),
            new GatewayInfo(
                "m", "acme", "r", "u", "", "", 1, 2, 3, 1, 1, GatewayInfo.Parting.DELIVERED));
    return new CompletedAttempt(record, understood, "", null, 200, AnswerStart.NONE, null);
  }

  private static Telemetry telemetry(TelemetryPlan to, List<EventSender> senders) {
    TelemetryOutlet outlet = new TelemetryOutlet(senders, null, NanoClock.SYSTEM);
    return new Telemetry(
        to, TrafficPlan.DEFAULTS, "gw", 1_000_000, outlet, NanoClock.SYSTEM, line -> {});
  }

  @Test
  void aBrokerThatHangsCostsTheCallerNothingAndLossIsCounted() throws Exception {
    Broker broker = new Broker();
    Telemetry telemetry = telemetry(TO, List.of(broker));
    CompletedAttempt each = completed(true);
    telemetry.completed(each, PromptSink.NONE);
    broker.reached.await();
    long room = QUEUE_BYTES / TrafficLog.bytes(each.record());
    for (long i = 0; i < room + 5; i++) {
      telemetry.completed(each, PromptSink.NONE);
    }
    telemetry.completed(completed(false), PromptSink.NONE);

    assertThat(telemetry.addTo(EdgeCounts.NONE).events().overflowed()).isEqualTo(5);
    assertThat(telemetry.problems())
        .containsExactly("events to kafka://broker:9092/topic: 5 events lost");
    broker.open.countDown();
    while (broker.delivered() < room + 1) {
      Thread.onSpinWait();
    }
    telemetry.close();
    assertThat(telemetry.addTo(EdgeCounts.NONE))
        .isEqualTo(
            EdgeCounts.NONE.withEvents(new EventCounts(room + 1, 5, 0, 0), EventCounts.NONE));
    // Refused twice, sent once, in order.
    assertThat(broker.stored.getFirst().source().sequence()).isZero();
    assertThat(broker.stored.getLast().source().sequence()).isEqualTo(room);
    assertThat(broker.stored.getFirst().endedMicros()).isEqualTo(1_003_000);
    assertThat(broker.stored.getFirst().labels().tenant()).isEqualTo("acme");
  }

  @Test
  void eachExchangeIsAnEventAndInOnePartial() {
    Taking live = new Taking();
    Taking apart = new Taking();
    Telemetry telemetry = telemetry(TO.withPartials(), List.of(live, apart));
    for (int i = 0; i < 50; i++) {
      telemetry.completed(completed(true), PromptSink.NONE);
    }
    telemetry.close();

    EventCounts all = new EventCounts(50, 0, 0, 0);
    assertThat(telemetry.addTo(EdgeCounts.NONE)).isEqualTo(EdgeCounts.NONE.withEvents(all, all));
    long requests =
        live.taken.stream()
            .map(each -> Partial.decode(each).part().sums())
            .mapToLong(sums -> sums.get(RollupCount.REQUESTS))
            .sum();
    assertThat(requests).isEqualTo(50);
    assertThat(apart.taken)
        .extracting(each -> EventCodec.decode(each).source().sequence())
        .startsWith(0L)
        .endsWith(49L)
        .hasSize(50);
  }

  /// A broker that stores everything at once.
  private static final class Taking implements EventSender {
    private final List<byte[]> taken = new CopyOnWriteArrayList<>();
    private long events;
    private boolean closed;

    @Override
    public boolean send(byte[] record, int number, long partition) {
      events += number;
      return taken.add(record);
    }

    @Override
    public long delivered() {
      return events;
    }

    @Override
    public long undelivered() {
      return 0;
    }

    @Override
    public String trouble() {
      return "";
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void aSenderThatCannotBeOpenedLeavesNothingOpen(@TempDir Path directory) throws Exception {
    Path spill = directory.resolve("spill");
    TelemetryPlan to = new TelemetryPlan("broker:9092", "topic", null, true, spill, 1 << 20);
    Taking first = new Taking();
    EventSender.Factory factory =
        (servers, topic, settings, spills) -> {
          if (topic.equals("topic")) {
            return first;
          }
          throw new IllegalArgumentException("no such setting");
        };
    assertThatThrownBy(() -> Telemetry.outlet(to, factory, NanoClock.SYSTEM, line -> {}))
        .hasMessage("no such setting");
    assertThat(first.closed).isTrue();
    // Would fail if the file were still open.
    new SpillFile(spill, 1 << 20).close();
  }

  @Test
  void refusesToStartWithoutTheFleetArchive(@TempDir Path empty) {
    refused(
        "",
        "GOODPUT_FLEET does not name its directory; in a source tree, ./mvnw -Dmaven.test.skip"
            + " -pl fleet -am package makes it: fleet/target/goodput-fleet/lib");
    refused(empty.toString(), "which holds no goodput-fleet jar");
    refused(empty.resolve("absent").toString(), "cannot be read");
  }

  private static void refused(String archive, String problem) {
    GatewayPlan simple = GatewayPlan.simple(Upstream.of("a", "http://a"), SloClass.of("chat"));
    AccountingPlan usual = simple.accounting();
    GatewayPlan plan =
        simple.withAccounting(
            new AccountingPlan(
                usual.prices(),
                usual.labels(),
                usual.paceTps(),
                usual.attainmentTarget(),
                usual.otlp(),
                null,
                TO));
    assertThatThrownBy(() ->
            Telemetry.open(
                plan,
                new ServiceInstance("s", "1", "c", "h", "i"),
                Instant.EPOCH,
                NanoClock.SYSTEM,
                Map.of("GOODPUT_FLEET", archive),
                line -> {}))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(problem);
  }
}
