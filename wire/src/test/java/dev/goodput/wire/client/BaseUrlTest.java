package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadSettingException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BaseUrlTest {

  @ParameterizedTest
  @CsvSource({
    "http://h:8000, /v1/chat/completions",
    "http://h:8000/, /v1/chat/completions",
    "http://h:8000/v1, /v1/chat/completions",
    "http://h:8000/v1/, /v1/chat/completions",
    "https://h/openai, /openai/v1/chat/completions",
    "https://h/openai/v1/, /openai/v1/chat/completions",
    "https://h/api/v1beta, /api/v1beta/chat/completions",
    "https://h/v1/chat/completions, /v1/chat/completions",
    "https://h/p/v1?api-version=2, /p/v1/chat/completions?api-version=2",
    "h:8000, /v1/chat/completions",
  })
  void putsTheApiPathBelowTheBase(String typed, String path) {
    assertThat(BaseUrl.path(BaseUrl.parse(typed), "/v1/chat/completions")).isEqualTo(path);
  }

  @Test
  void knowsHostAndPort() {
    URI six = BaseUrl.parse("http://[::1]:8000");
    assertThat(BaseUrl.host(six)).isEqualTo("::1");
    assertThat(BaseUrl.authority(six)).isEqualTo("[::1]:8000");
    assertThat(BaseUrl.port(BaseUrl.parse("https://h"))).isEqualTo(443);
    assertThat(BaseUrl.port(BaseUrl.parse("http://h"))).isEqualTo(80);
    assertThat(BaseUrl.authority(BaseUrl.parse("http://h"))).isEqualTo("h");
  }

  @Test
  void turnsDownWhatIsNoUrlOfAServer() {
    for (String bad : List.of("http://", "ftp://h", "http:///v1", "http://h:99999", "http://a b")) {
      assertThatThrownBy(() -> BaseUrl.parse(bad))
          .as(bad)
          .isInstanceOf(BadSettingException.class)
          .hasMessageStartingWith("--url \"")
          .hasMessageEndingWith("Example: http://127.0.0.1:8000");
    }
    assertThatThrownBy(() -> BaseUrl.parse("http://"))
        .hasMessage("--url \"http://\": it names no host. Example: http://127.0.0.1:8000");
  }
}
