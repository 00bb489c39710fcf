package dev.goodput.metrics.traffic;

import static dev.goodput.metrics.traffic.Metered.CHAT;
import static dev.goodput.metrics.traffic.Metered.SECOND;
import static dev.goodput.metrics.traffic.Metered.answer;
import static dev.goodput.metrics.traffic.Metered.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrafficMeterTest {
  @Test
  void nothingIsThereAtFirst() {
    TrafficSnapshot snapshot = new TrafficMeter(TrafficPlan.DEFAULTS).snapshot(0);

    assertThat(snapshot.all().totals().requests()).isZero();
    assertThat(snapshot.all().minute().rates().rps()).isNull();
    assertThat(snapshot.all().minute().goodput()).isNull();
    assertThat(snapshot.series()).isEmpty();
    assertThat(snapshot.slowest()).isEmpty();
  }

  @Test
  void aWindowForgetsWhatATotalKeeps() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("", CHAT));
    meter.add(answer(1000, 100).make());
    meter.add(answer(400_000, 300).make());

    TrafficSeries all = meter.snapshot(410 * SECOND).all();
    assertThat(all.totals().requests()).isEqualTo(2);
    assertThat(all.histogram(LatencyMetric.TTFT).count()).isEqualTo(2);
    assertThat(all.minute().counts().requests()).isEqualTo(1);
    assertThat(all.hour().counts().requests()).isEqualTo(2);
    assertThat(Objects.requireNonNull(all.minute().goodput()).attainment()).isEqualTo(0.0);
    assertThat(Objects.requireNonNull(all.hour().goodput()).attainment()).isEqualTo(0.5);

    TrafficSeries later = meter.snapshot(8000 * SECOND).all();
    assertThat(later.hour().counts().requests()).isZero();
    assertThat(later.hour().seconds()).isBetween(3000.0, 3600.0);
    assertThat(later.totals().requests()).isEqualTo(2);
    assertThat(later.hour().latencies()).isEmpty();
  }

  @Test
  void aClassIsJudgedByItsOwnSloAndAllByTheSums() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withSlo("chat", Slo.parse("p50 ttft<=200ms"))
            .withSlo("code", Slo.parse("p50 ttft<=50ms"));
    TrafficMeter meter = new TrafficMeter(plan);
    meter.add(answer(0, 100).passage(Passages.of("m", "a", "chat")).make());
    meter.add(answer(0, 300).passage(Passages.of("m", "a", "chat")).make());
    meter.add(answer(0, 100).passage(Passages.of("m", "a", "code")).make());
    meter.add(answer(0, 100).passage(Passages.of("m", "a", "unheard of")).make());

    TrafficWindow window = meter.snapshot(10 * SECOND).all().minute();
    Goodput all = Objects.requireNonNull(window.goodput());

    assertThat(window.goodputs()).containsOnlyKeys("chat", "code");
    assertThat(in(window.goodputs(), "chat").attainment()).isEqualTo(0.5);
    assertThat(in(window.goodputs(), "code").attainment()).isEqualTo(0.0);
    assertThat(all.good()).isEqualTo(1);
    assertThat(all.attainment()).isEqualTo(1 / 3.0);
    assertThat(all.percentileTps()).isCloseTo(0.4, within(1e-12));
    assertThat(window.rates().deliveredOutputTps()).isCloseTo(0.8, within(1e-12));
  }

  @Test
  void whoAsksForAClassThatIsNotThereIsJudgedByThatOfNoName() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("", CHAT));
    meter.add(answer(0, 100).passage(Passages.of("m", "a", "unheard of")).make());

    assertThat(meter.snapshot(SECOND).all().totals().slos()).containsOnlyKeys("");
  }

  @Test
  void attemptsAreCountedApartFromRequests() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    RequestRecord first =
        RequestMaker.at(0)
            .attempt(0, false)
            .ended(50)
            .outcome(new Outcome.HttpError(503, ""))
            .make();
    meter.add(first);
    meter.add(answer(0, 100).attempt(1, true).make());
    meter.add(RequestMaker.at(0).outcome(new Outcome.Unsent("")).ended(9).make());

    TrafficCounts totals = meter.snapshot(SECOND).all().totals();

    assertThat(totals.requests()).isEqualTo(2);
    assertThat(totals.attempts()).isEqualTo(2);
    assertThat(totals.retries()).isEqualTo(1);
    assertThat(totals.byOutcome()).containsOnlyKeys("ok", "unsent");
    assertThat(totals.attemptsByOutcome()).containsOnlyKeys("ok", "http_error");
    assertThat(totals.byStatusClass()).containsEntry("5xx", 1L).containsEntry("2xx", 1L);
  }

  @Test
  void attemptsThatNeverBecameAWholeRequestAreAttempts() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS.withPrice(
            "",
            ModelPrice.of(
                "",
                "USD",
                Map.of(
                    Kind.INPUT,
                    1.0,
                    Kind.CACHED_INPUT,
                    1.0,
                    Kind.OUTPUT,
                    1.0,
                    Kind.REASONING,
                    1.0)));
    TrafficMeter meter = new TrafficMeter(plan);
    meter.add(
        RequestMaker.at(0)
            .attempt(0, false)
            .neverWhole()
            .ended(5)
            .outcome(new Outcome.Refused(""))
            .make());
    meter.add(
        RequestMaker.at(0)
            .attempt(1, true)
            .neverWhole()
            .requested(900, 1)
            .ended(9)
            .outcome(new Outcome.Refused(""))
            .make());
    meter.add(RequestMaker.at(0).outcome(new Outcome.Unsent("")).ended(9).make());

    TrafficCounts totals = meter.snapshot(SECOND).all().totals();

    assertThat(totals.attempts()).isEqualTo(2);
    assertThat(totals.priced()).isEqualTo(2);
    assertThat(totals.attemptsByOutcome()).containsOnly(Map.entry("refused", 2L));
    assertThat(totals.byStatusClass()).containsOnly(Map.entry("none", 2L));
    assertThat(totals.tokens().input()).isZero();
  }

  @Test
  void labelsBeyondTheCapAreOther() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withPrice(
                "paid",
                ModelPrice.of(
                    "",
                    "USD",
                    Map.of(
                        Kind.INPUT,
                        1.0,
                        Kind.CACHED_INPUT,
                        1.0,
                        Kind.OUTPUT,
                        1.0,
                        Kind.REASONING,
                        1.0)))
            .withCaps(3, 100, 1 << 20);
    TrafficMeter meter = new TrafficMeter(plan);
    for (int i = 0; i < 10; i++) {
      meter.add(answer(0, 100).passage(Passages.of("invented-" + i, "a", "")).make());
    }
    meter.add(answer(0, 100).passage(Passages.of("paid", "a", "")).make());

    TrafficSnapshot snapshot = meter.snapshot(SECOND);

    assertThat(snapshot.by(TrafficLabel.MODEL))
        .containsOnlyKeys("invented-0", "invented-1", "other", "paid");
    assertThat(in(snapshot.by(TrafficLabel.MODEL), "other").totals().requests()).isEqualTo(8);
    assertThat(snapshot.folded()).containsOnly(Map.entry(TrafficLabel.MODEL, 8L));
    assertThat(in(snapshot.by(TrafficLabel.UPSTREAM), "a").totals().requests()).isEqualTo(11);
    assertThat(in(snapshot.by(TrafficLabel.UPSTREAM), "a").availability()).isEqualTo(1.0);
  }

  @Test
  void seriesBeyondTheLimitAreOne() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withCaps(100, 5, 1 << 20));
    for (int i = 0; i < 50; i++) {
      meter.add(answer(0, 100).passage(Passages.of("m" + i % 10, "u" + i % 5, "")).make());
    }

    TrafficSnapshot snapshot = meter.snapshot(SECOND);

    assertThat(snapshot.series()).hasSize(5);
    assertThat(snapshot.series().stream().mapToLong(each -> each.totals().requests()).sum())
        .isEqualTo(50)
        .isEqualTo(snapshot.all().totals().requests());
  }

  @Test
  void upstreamsAndClassesStayRightWhereThereAreTooManySeries() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withHourlyCost("vllm", 3)
            .withSlo("chat", CHAT)
            .withSlo("batch", CHAT)
            .withCaps(100, 500, 1 << 20);
    TrafficMeter meter = new TrafficMeter(plan);
    for (int i = 0; i < 900; i++) {
      String sloClass = i % 9 == 0 ? "batch" : "chat";
      GatewayInfo.Parting whole = GatewayInfo.Parting.DELIVERED;
      meter.add(
          answer(0, 100)
              .passage(Passages.of("m" + i % 30, "t" + i / 30, "vllm", "", sloClass, whole))
              .make());
    }

    TrafficSnapshot snapshot = meter.snapshot(10 * SECOND);

    assertThat(snapshot.series().size()).isLessThanOrEqualTo(500);
    assertThat(snapshot.by(TrafficLabel.UPSTREAM)).containsOnlyKeys("vllm");
    assertThat(in(snapshot.by(TrafficLabel.UPSTREAM), "vllm").totals().requests()).isEqualTo(900);
    assertThat(snapshot.by(TrafficLabel.SLO_CLASS)).containsOnlyKeys("batch", "chat");
    assertThat(in(snapshot.by(TrafficLabel.SLO_CLASS), "batch").totals().requests()).isEqualTo(100);
    long other = in(snapshot.by(TrafficLabel.TENANT), "other").totals().requests();
    assertThat(other).isBetween(390L, 410L);
    assertThat(snapshot.folded())
        .containsOnly(
            Map.entry(TrafficLabel.MODEL, other),
            Map.entry(TrafficLabel.TENANT, other),
            Map.entry(TrafficLabel.ROUTE, other));
  }

  @Test
  void whatIsConfiguredHasItsPlaceWhateverIsInvented() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS
            .withKnown(TrafficLabel.TENANT, Set.of("acme"))
            .withPrice(
                "llama*",
                ModelPrice.of(
                    "",
                    "USD",
                    Map.of(
                        Kind.INPUT,
                        1.0,
                        Kind.CACHED_INPUT,
                        1.0,
                        Kind.OUTPUT,
                        1.0,
                        Kind.REASONING,
                        1.0)))
            .withCaps(3, 100, 1 << 20);
    TrafficMeter meter = new TrafficMeter(plan);
    GatewayInfo.Parting whole = GatewayInfo.Parting.DELIVERED;
    for (int i = 0; i < 10; i++) {
      meter.addUnparsed(
          RequestMaker.at(0).passage(Passages.of("x" + i, "k" + i, "a", "", "", whole)).make(),
          404);
    }
    assertThat(meter.snapshot(SECOND).folded()).isEmpty();
    for (int i = 0; i < 10; i++) {
      meter.add(
          answer(0, 100).passage(Passages.of("m" + i, "key-" + i, "a", "", "", whole)).make());
    }
    meter.add(answer(0, 100).passage(Passages.of("m1", "acme", "a", "", "", whole)).make());

    TrafficSnapshot snapshot = meter.snapshot(SECOND);

    assertThat(snapshot.by(TrafficLabel.TENANT))
        .containsOnlyKeys("acme", "key-0", "key-1", "other");
    assertThat(snapshot.by(TrafficLabel.MODEL)).containsOnlyKeys("m0", "m1", "m2", "other");
  }

  @Test
  void costIsOfAllTrafficAndOfEachUpstream() {
    TrafficPlan plan =
        TrafficPlan.DEFAULTS.withHourlyCost("a", 3).withHourlyCost("b", 1).withSlo("", CHAT);
    TrafficMeter meter = new TrafficMeter(plan);
    for (int i = 0; i < 20; i++) {
      meter.add(answer(0, 100).passage(Passages.of("m", "a", "")).make());
    }

    TrafficSnapshot snapshot = meter.snapshot(10 * SECOND);
    LevelResult.CostResult all = Objects.requireNonNull(snapshot.all().minute().cost());
    TrafficSeries one = in(snapshot.by(TrafficLabel.UPSTREAM), "a");

    assertThat(all.perMillionOutputTokens()).isCloseTo(4 / (4 * 3600.0) * 1e6, within(1e-9));
    assertThat(Objects.requireNonNull(one.fiveMinutes().cost()).perRequest())
        .isCloseTo(3 / (2 * 3600.0), within(1e-12));
    assertThat(in(snapshot.by(TrafficLabel.MODEL), "m").fiveMinutes().cost()).isNull();
  }

  @Test
  void costOfASessionIsKnownWhereEveryRequestNamesOne() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withHourlyCost("a", 3));
    for (int i = 0; i < 12; i++) {
      meter.add(
          answer(0, 100).session(i % 4, i / 4, 3).passage(Passages.session("s" + i % 4)).make());
    }
    LevelResult.CostResult cost =
        Objects.requireNonNull(meter.snapshot(10 * SECOND).all().minute().cost());

    assertThat(cost.perSession()).isCloseTo(3 / 3600.0 * 10 / 4, within(1e-12));

    meter.add(answer(0, 100).passage(Passages.of("m", "a", "")).make());
    cost = Objects.requireNonNull(meter.snapshot(10 * SECOND).all().minute().cost());

    assertThat(cost.perSession()).isNull();
  }

  @Test
  void tokensThatComeTogetherAreTheBurstIndex() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(RequestMaker.at(0).chunks(100, 100, 100.5, 130).usage(5, 4).make());

    TrafficWindow window = meter.snapshot(10 * SECOND).all().minute();

    assertThat(window.burstIndex()).isEqualTo(0.5);
  }

  @Test
  void theSlowestAreThoseWhoseUsersWaited() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int i = 0; i < 30; i++) {
      meter.add(answer(i * 1000, 100 + i).id(i).make());
    }
    meter.add(RequestMaker.at(0).id(77).chunks(50, 2050).usage(5, 2).make());
    meter.add(RequestMaker.at(0).id(78).ended(9000).outcome(new Outcome.Empty()).make());

    List<SlowRequest> slowest = meter.snapshot(40 * SECOND).slowest();

    assertThat(slowest).hasSize(10);
    assertThat(slowest).extracting(slow -> slow.request().id()).startsWith(78L, 77L, 29L, 28L);
    assertThat(slowest.get(1).waitedMs()).isCloseTo(50 + 1800, within(1e-6));
    assertThat(meter.snapshot(400 * SECOND).slowest()).isEmpty();
  }

  @Test
  void theHeaviestSessionIsFoundAmongManyLightOnes() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int i = 0; i < 3000; i++) {
      String name = i % 10 == 0 ? "heavy" : "light-" + i;
      meter.add(answer(i, 40).passage(Passages.session(name)).make());
    }

    List<SessionFigures> sessions = meter.snapshot(10 * SECOND).sessions();

    assertThat(sessions).hasSizeLessThanOrEqualTo(20);
    SessionFigures heavy = sessions.getFirst();
    assertThat(heavy.session()).isEqualTo("heavy");
    assertThat(heavy.outputTokens()).isEqualTo(600);
    assertThat(heavy.overTokens()).isZero();
    assertThat(heavy.requests()).isEqualTo(300);
    assertThat(heavy.meanTtftMs()).isCloseTo(40, within(1e-9));
  }

  @Test
  void whatIsToldFromOutsideIsInTheSnapshot() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.lost(3);
    meter.inFlight(SECOND, List.of(new InFlight("a", 5, 2, 3)));
    for (int i = 0; i < 150; i++) {
      meter.event(new TrafficEvent(i, TrafficEvent.Kind.OUT_OF_MEMORY, "a", ""));
    }
    Map<EngineMetric, Double> values =
        Map.of(EngineMetric.PREEMPTIONS, 0.0, EngineMetric.RUNNING, 3.0);
    EngineFigures engine = new EngineFigures(SECOND, "a", "vllm", 1, 0, values);
    meter.engines(SECOND, List.of(engine));

    TrafficSnapshot snapshot = meter.snapshot(2 * SECOND);

    assertThat(snapshot.lost()).isEqualTo(3);
    assertThat(snapshot.inFlight()).containsExactly(new InFlight("a", 5, 2, 3));
    assertThat(snapshot.events()).hasSize(100);
    assertThat(snapshot.events().getLast().atNanos()).isEqualTo(149);
    assertThat(snapshot.eventCounts()).containsEntry(TrafficEvent.Kind.OUT_OF_MEMORY, 150L);
    assertThat(snapshot.engines()).containsExactly(engine);
    assertThat(snapshot.trend().seconds().getLast().awaiting()).isEqualTo(2);
  }

  @Test
  void aHopThatBuffersIsNamedForItsUpstream() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int i = 0; i < 10; i++) {
      double[] together = new double[40];
      double[] apart = new double[40];
      for (int j = 0; j < 40; j++) {
        together[j] = 900;
        apart[j] = 100 + 12 * j;
      }
      meter.add(RequestMaker.at(0).chunks(together).passage(Passages.of("m", "held", "")).make());
      meter.add(RequestMaker.at(0).chunks(apart).passage(Passages.of("m", "free", "")).make());
    }

    TrafficSnapshot snapshot = meter.snapshot(10 * SECOND);

    assertThat(in(snapshot.coalescing(), "held").cause()).isEqualTo(Coalescing.Cause.BUFFERING);
    assertThat(in(snapshot.coalescing(), "free").cause()).isEqualTo(Coalescing.Cause.NONE);
  }

  @Test
  void tokensOfThoseWhoLeftInTimeAreReceivedThoughNobodyIsJudged() {
    TrafficMeter meter =
        new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("chat", CHAT).withSlo("batch", CHAT));
    meter.add(answer(0, 100).usage(5, 1000).passage(Passages.of("m", "a", "chat")).make());
    meter.add(
        answer(0, 100)
            .usage(5, 5000)
            .outcome(new Outcome.Cancelled("the client left"))
            .passage(Passages.of("m", "a", "batch"))
            .make());

    Goodput goodput = Objects.requireNonNull(meter.snapshot(SECOND).all().minute().goodput());

    assertThat(goodput.usefulWorkRatio()).isCloseTo(1 / 6.0, within(1e-12));
  }

  @Test
  void nothingIsSaidOfAFamilyOfWhomNobodyIsJudged() {
    TrafficMeter meter =
        new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("chat", Slo.parse("ttft<=1s, tpot<=1s")));
    meter.add(
        answer(0, 100)
            .outcome(new Outcome.Cancelled("the client left"))
            .passage(Passages.of("m", "a", "chat"))
            .make());

    Goodput goodput = Objects.requireNonNull(meter.snapshot(SECOND).all().minute().goodput());

    assertThat(goodput.fluidity()).isNull();
    assertThat(goodput.usefulWorkRatio()).isNull();
    assertThat(goodput.attainment()).isNull();
  }

  @Test
  void nobodyKnowsWithWhomRequestsOfOneLabelSharedTheirBatches() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withHourlyCost("a", 3));
    meter.add(answer(0, 100).passage(Passages.of("", "a", "")).make());

    TrafficSnapshot snapshot = meter.snapshot(SECOND);
    TrafficWindow unnamed = in(snapshot.by(TrafficLabel.MODEL), "").fiveMinutes();

    assertThat(Objects.requireNonNull(unnamed.latency(LatencyMetric.TTFT)).nEffective()).isNull();
    assertThat(unnamed.cost()).isNull();
    assertThat(snapshot.all().fiveMinutes().latency(LatencyMetric.TTFT))
        .satisfies(all -> assertThat(Objects.requireNonNull(all).nEffective()).isEqualTo(1.0));
  }
}
