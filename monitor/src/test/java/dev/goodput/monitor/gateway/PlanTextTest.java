package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void namesThePromiseOfAlertsAndTheirReceiversWithoutTheirAddress(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("gateway.yaml");
    Files.writeString(
        file,
        """
        listen: 127.0.0.1:0
        upstreams: [{name: a, url: "http://127.0.0.1:9"}]
        alerts:
          page-within: 10m
          receivers:
            - {name: hook, type: webhook, url: "${HOOK}", severities: [page]}
        """);
    Map<String, String> environment = Map.of("HOOK", "http://hooks.example/secret-token");
    assertThat(PlanText.of(new PlanSource.OfFile(file, environment).load()))
        .contains(
            " alerts    chat: a total outage pages within 10m",
            " alerts    to hook (webhook): page")
        .noneMatch(line -> line.contains("secret-token"));
  }
}
