package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.export.UpstreamIdentity;
import dev.goodput.gateway.plan.Upstream;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpstreamIdentitiesTest {
  private static UpstreamIdentity of(String name, String url) {
    return UpstreamIdentities.of(List.of(Upstream.of(name, url))).values().iterator().next();
  }

  @Test
  void namesProvidersByTheirHostsAndEnginesByWhatTheyAreCalled() {
    assertThat(of("a", "https://api.openai.com/v1"))
        .isEqualTo(new UpstreamIdentity("openai", "api.openai.com", 443));
    assertThat(of("a", "https://mine.openai.azure.com"))
        .isEqualTo(new UpstreamIdentity("azure.ai.openai", "mine.openai.azure.com", 443));
    assertThat(of("a", "http://vllm:8000")).isEqualTo(new UpstreamIdentity("vllm", "vllm", 8000));
    assertThat(of("sglang-2", "http://10.0.0.7"))
        .isEqualTo(new UpstreamIdentity("sglang", "10.0.0.7", 80));
  }

  @Test
  void readsHostsThatJavaTakesForNone() {
    assertThat(of("a", "http://vllm_server:8000"))
        .isEqualTo(new UpstreamIdentity("vllm", "vllm_server", 8000));
    assertThat(of("a", "https://my_llm")).isEqualTo(new UpstreamIdentity("unknown", "my_llm", 443));
    assertThat(of("a", "http://[::1]:8000"))
        .isEqualTo(new UpstreamIdentity("unknown", "::1", 8000));
  }

  @Test
  void takesNobodyForAnother() {
    assertThat(of("a", "https://notapi.openai.com.example").provider()).isEqualTo("unknown");
    assertThat(of("a", "https://fakeapi.openai.com").provider()).isEqualTo("unknown");
  }
}
