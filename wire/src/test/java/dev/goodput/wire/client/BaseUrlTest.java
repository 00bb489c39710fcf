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
    "https://api.example/chat/completions, /chat/completions",
    "https://h/v1beta/openai/chat/completions, /v1beta/openai/chat/completions",
    "https://h/v1beta/openai/, /v1beta/openai/chat/completions",
    "https://h/v1/account/gateway/openai, /v1/account/gateway/openai/chat/completions",
    "https://h/vllm, /vllm/v1/chat/completions",
    "https://h/v2, /v2/chat/completions",
    "https://h/api/paas/v4, /api/paas/v4/chat/completions",
  })
  void putsTheApiPathBelowTheBase(String typed, String path) {
    assertThat(BaseUrl.path(BaseUrl.parse(typed), "/v1/chat/completions")).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:11434, /api/chat, /api/chat",
    "http://h:11434/api, /api/chat, /api/chat",
    "http://h:11434/v1, /api/chat, /api/chat",
    "http://h:11434/p/api/chat, /api/tags, /p/api/tags",
    "http://h/p/api/generate?k=1, /api/generate, /p/api/generate?k=1",
    "http://h/generate, /generate, /generate",
    "http://h/generate, /v1/models, /v1/models",
    "http://h/p/generate_stream, /info, /p/info",
    "http://h, /generate_stream, /generate_stream",
    "http://h/completion, /completion, /completion",
    "http://h/v1/messages, /v1/messages, /v1/messages",
    "http://h/openai/responses, /v1/responses, /openai/responses",
  })
  void putsThePathsOfOtherApisBelowTheRoot(String typed, String api, String path) {
    assertThat(BaseUrl.path(BaseUrl.parse(typed), api)).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/chat/completions, /models",
    "https://h/v1beta/openai/chat/completions, /v1beta/openai/models",
    "https://h/p/v1/completions, /p/v1/models",
    "https://h/p, /p/v1/models",
  })
  void findsTheModelsPathNextToAFullEndpointPath(String typed, String path) {
    assertThat(BaseUrl.path(BaseUrl.parse(typed), "/v1/models")).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:8000/p/v1?key=1, http://h:8000/p",
    "https://h/v1beta/openai/chat/completions, https://h/v1beta/openai",
    "http://my_server:8000/, http://my_server:8000",
  })
  void showsABaseWithoutQueryAndApiPath(String typed, String shown) {
    assertThat(BaseUrl.shown(BaseUrl.parse(typed))).isEqualTo(shown);
  }

  @Test
  void recognizesComposeHostNames() {
    URI named = BaseUrl.parse("http://my_server:8000/v1");
    assertThat(BaseUrl.host(named)).isEqualTo("my_server");
    assertThat(BaseUrl.authority(named)).isEqualTo("my_server:8000");
    assertThat(BaseUrl.port(named)).isEqualTo(8000);
    assertThat(BaseUrl.port(BaseUrl.parse("https://my_server"))).isEqualTo(443);
  }

  @Test
  void rejectsAPasswordWithoutQuotingIt() {
    for (String typed : List.of("http://user:s3cret@h", "user:s3c/ret@h", "http://u:s3 c@h")) {
      assertThatThrownBy(() -> BaseUrl.parse(typed))
          .as(typed)
          .isInstanceOf(BadSettingException.class)
          .message()
          .doesNotContain("s3c");
    }
    assertThatThrownBy(() -> BaseUrl.parse("http://h:0/?key=s3cret"))
        .message()
        .doesNotContain("s3cret");
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
  void rejectsInvalidServerUrls() {
    for (String bad :
        List.of("http://", "ftp://h", "http:///v1", "http://h:99999", "http://a b", "http://h:x")) {
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
