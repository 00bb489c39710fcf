package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProxyVariablesTest {
  private static final String PROXY = "http://user:secret@proxy.example:3128";

  @Test
  void namesTheVariableAndNotTheProxy() {
    assertThat(ProxyVariables.note("http://127.0.0.1:8000", Map.of("HTTP_PROXY", PROXY)))
        .hasValueSatisfying(note ->
            assertThat(note).contains("HTTP_PROXY").doesNotContain("secret", "proxy.example"));
  }

  @Test
  void looksForTheVariableOfTheScheme() {
    assertThat(ProxyVariables.note("http://llm.example", Map.of("HTTPS_PROXY", PROXY))).isEmpty();
    assertThat(ProxyVariables.note("https://llm.example", Map.of("https_proxy", PROXY)))
        .hasValueSatisfying(note -> assertThat(note).contains("https_proxy"));
    assertThat(ProxyVariables.note("https://llm.example", Map.of("ALL_PROXY", PROXY))).isPresent();
    assertThat(ProxyVariables.note("http://llm.example", Map.of("HTTP_PROXY", ""))).isEmpty();
    assertThat(ProxyVariables.note("http://llm.example", Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "10.1.2.3",
        "other,10.0.0.0/8",
        "10.1.2.3:8000",
        "other 10.1.2.3",
      })
  void respectsNoProxy(String rules) {
    assertThat(
            ProxyVariables.note(
                "http://10.1.2.3:8000", Map.of("http_proxy", PROXY, "no_proxy", rules)))
        .isEmpty();
  }

  @Test
  void respectsDomainsAndPorts() {
    Map<String, String> environment = Map.of("HTTP_PROXY", PROXY, "NO_PROXY", ".example:80,::1");
    assertThat(ProxyVariables.note("http://llm.example", environment)).isEmpty();
    assertThat(ProxyVariables.note("http://llm.example:8000", environment)).isPresent();
    assertThat(ProxyVariables.note("http://notexample", environment)).isPresent();
    assertThat(ProxyVariables.note("http://[::1]:9", environment)).isEmpty();
    assertThat(ProxyVariables.note("http://my_llm.example", environment)).isEmpty();
    assertThat(
            ProxyVariables.note(
                "http://10.1.2.3", Map.of("HTTP_PROXY", PROXY, "NO_PROXY", "11.0.0.0/8")))
        .isPresent();
  }
}
