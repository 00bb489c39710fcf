package dev.goodput.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficPlan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrafficPlansTest {
  @Test
  void knowsTheNamesThatAreConfigured() {
    GatewayPlan simple = GatewayPlan.simple(Upstream.of("a", "http://a"), SloClass.of("chat"));
    IdentityPlan.Tenants tenants =
        new IdentityPlan.Tenants(
            "", List.of(new IdentityPlan.TenantKey("acme", "0".repeat(64))), true, null);
    GatewayPlan plan =
        new GatewayPlan(
            simple.listen(),
            simple.admin(),
            simple.upstreams(),
            simple.routing(),
            new IdentityPlan(tenants, null),
            simple.protection(),
            simple.storage(),
            simple.accounting());

    TrafficPlan judged = TrafficPlans.of(plan);

    assertThat(judged.known())
        .containsEntry(TrafficLabel.TENANT, Set.of("acme"))
        .containsEntry(TrafficLabel.ROUTE, Set.of("default"))
        .containsEntry(TrafficLabel.UPSTREAM, Set.of("a"));
    assertThat(judged.slos()).containsOnlyKeys("chat");
  }
}
