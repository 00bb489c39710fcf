package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import org.junit.jupiter.api.Test;

class GatewayAdminPagesTest {
  private static final GatewayPlan PLAN =
      GatewayPlan.simple(Upstream.of("a", "http://a"), SloClass.of("chat"));

  @Test
  void isAliveWhileEveryLoopTurns() {
    GatewayAdminPages sources =
        new GatewayAdminPages(
            new GatewayStatus.Holder(GatewayStatus.starting(PLAN)), LiveGateway.page());
    assertThat(sources.restartReason()).isNull();

    FakeRunning running = new FakeRunning();
    sources.running(running);
    running.stillNanos = 9_900_000_000L;
    assertThat(sources.restartReason()).isNull();
    running.stillNanos = 12_300_000_000L;
    assertThat(sources.restartReason())
        .isEqualTo("an event loop that serves clients has been stuck for 12 s");
  }
}
