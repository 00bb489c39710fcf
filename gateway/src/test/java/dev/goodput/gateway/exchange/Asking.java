package dev.goodput.gateway.exchange;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Sends requests as the load generator does.
final class Asking {
  /// A body that is valid in every dialect.
  private static final byte[] ASK =
      ("{\"model\":\"m\",\"stream\":true,\"prompt\":\"p\",\"text\":\"p\",\"inputs\":\"p\","
              + "\"input\":\"p\",\"messages\":[{\"role\":\"user\",\"content\":\"p\"}]}")
          .getBytes(StandardCharsets.UTF_8);

  private Asking() {}

  /// Returns the response to one request, as the client saw it.
  static Exchange answer(Loop loop, LlmClient client) throws Exception {
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    CallListener hears =
        new CallListener() {
          @Override
          public void ended(Exchange exchange) {
            done.complete(exchange);
          }
        };
    loop.execute(() -> {
      Call _ = client.send(ASK, true, hears);
    });
    return done.get(20, TimeUnit.SECONDS);
  }

  /// Returns the plan with HTTP/2 to its upstream, or without.
  static GatewayPlan over(GatewayPlan plan, boolean two) {
    Upstream each = plan.upstreams().getFirst();
    Upstream changed =
        new Upstream(
            each.name(),
            each.url(),
            each.tls(),
            two ? HttpVersion.TWO : HttpVersion.ONE,
            each.keepHost(),
            each.headers(),
            each.metrics(),
            each.power(),
            each.hourlyCost());
    return new GatewayPlan(
        plan.listen(),
        plan.admin(),
        List.of(changed),
        plan.routing(),
        plan.identity(),
        plan.protection(),
        plan.storage(),
        plan.accounting());
  }
}
