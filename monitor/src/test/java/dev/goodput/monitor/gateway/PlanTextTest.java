package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PlanTextTest {
  private static List<String> warnings(String url, Map<String, String> environment) {
    GatewayPlan plan = GatewayPlan.simple(Upstream.of("a", url), SloClass.of("chat"));
    return PlanText.unusedProxies(plan, environment);
  }

  @Test
  void namesTheProxyVariableThatIsNotUsedForAnUpstream() {
    String proxy = "http://user:secret@proxy.example:3128";
    assertThat(warnings("https://api.example/v1", Map.of("HTTPS_PROXY", proxy)))
        .singleElement()
        .asString()
        .contains("HTTPS_PROXY", "not used", "upstream a")
        .doesNotContain("secret", "proxy.example");
    assertThat(warnings("http://my_llm:8000", Map.of("http_proxy", proxy))).hasSize(1);
    assertThat(warnings("http://my_llm:8000", Map.of("http_proxy", proxy, "no_proxy", "my_llm")))
        .isEmpty();
    assertThat(warnings("http://my_llm:8000", Map.of("HTTPS_PROXY", proxy))).isEmpty();
    assertThat(warnings("http://my_llm:8000", Map.of())).isEmpty();
  }
}
