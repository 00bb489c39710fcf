package dev.goodput.metrics.traffic;

import static dev.goodput.metrics.traffic.Metered.SECOND;
import static dev.goodput.metrics.traffic.Metered.answer;
import static dev.goodput.metrics.traffic.Metered.in;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests of requests whose clients did not wait for the end.
class WhoLeftTest {
  @Test
  void tokensOfAClientThatLeftInTimeAreInNeitherPartOfFluidity() {
    Slo slo = Slo.parse("p50 ttft<=200ms, p50 tpot<=50ms");
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS.withSlo("", slo));
    RequestMaker left =
        RequestMaker.at(0)
            .chunks(100, 110, 120, 130, 140)
            .usage(5, 5)
            .outcome(new Outcome.Cancelled("the client left"));
    meter.add(left.make());

    TrafficWindow lonely = meter.snapshot(10 * SECOND).all().minute();
    assertThat(Objects.requireNonNull(lonely.goodput()).smoothTps()).isNull();

    meter.add(answer(0, 100).make());
    TrafficWindow window = meter.snapshot(10 * SECOND).all().minute();
    SloCount count = in(window.counts().slos(), "");

    assertThat(count.output()).isEqualTo(7);
    assertThat(count.streamed()).isEqualTo(2);
    assertThat(count.onTimeTokens()).isEqualTo(2);
    assertThat(Objects.requireNonNull(window.goodput()).fluidity()).isEqualTo(1);
  }

  @Test
  void whoLeavesWithoutATokenIsCensored() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(answer(0, 100).make());
    meter.add(
        RequestMaker.at(0)
            .ended(3000)
            .outcome(new Outcome.Cancelled("the client left"))
            .passage(Passages.parting(GatewayInfo.Parting.CLIENT_LEFT))
            .make());
    meter.add(RequestMaker.at(0).ended(3000).outcome(new Outcome.HttpError(500, "")).make());
    meter.add(
        answer(0, 4000)
            .outcome(new Outcome.Cancelled("the client left"))
            .passage(Passages.parting(GatewayInfo.Parting.CLIENT_LEFT))
            .make());

    Abandonment found = waits(meter);

    assertThat(found.answered()).isEqualTo(2);
    assertThat(found.left()).isEqualTo(1);
    assertThat(found.p50Ms()).isEqualTo(4000.0);
  }

  @Test
  void whomTheGatewayItselfTurnedAwayDidNotLeave() {
    Outcome late = new Outcome.Timeout(Outcome.Timeout.Stage.FIRST_TOKEN);
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    meter.add(answer(0, 100).make());
    meter.add(
        RequestMaker.at(0)
            .ended(3000)
            .outcome(late)
            .passage(Passages.parting(GatewayInfo.Parting.ANSWERED_BY_GATEWAY))
            .make());
    assertThat(waits(meter).left()).isZero();
    assertThat(waits(meter).timedOut()).isEqualTo(1);
    assertThat(waits(meter).p50Ms()).isEqualTo(100.0);
    assertThat(waits(meter).p90Ms()).as("who was cut off waited longer than that").isNull();

    GatewayInfo cut = Passages.parting(GatewayInfo.Parting.CUT);
    Outcome idle = new Outcome.Timeout(Outcome.Timeout.Stage.IDLE);
    meter.add(RequestMaker.at(0).ended(3000).outcome(idle).passage(cut).make());
    assertThat(waits(meter).left()).isZero();
    assertThat(waits(meter).timedOut()).isEqualTo(2);

    meter.add(RequestMaker.at(0).ended(3000).outcome(late).make());
    meter.add(RequestMaker.at(0).ended(3000).outcome(late).passage(cut).make());
    assertThat(waits(meter).left())
        .as("a client's own time-outs, those of a watch too")
        .isEqualTo(2);
    assertThat(waits(meter).timedOut()).isEqualTo(2);
  }

  private static Abandonment waits(TrafficMeter meter) {
    return meter.snapshot(10 * SECOND).all().minute().abandonment();
  }
}
