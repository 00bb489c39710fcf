package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DialectTest {

  @ParameterizedTest
  @CsvSource({
    "/v1/chat/completions, chat",
    "/openai/v1/chat/completions/?a=b, chat",
    "/api/paas/v4/chat/completions, chat",
    "/openai/deployments/d/chat/completions?api-version=1, chat",
    "/v1/completions, completions",
    "/v1/responses, responses",
    "/openai/responses?api-version=1, responses",
    "/anthropic/v1/messages, messages",
    "/api/chat, ollama",
    "/ollama/api/generate, ollama-generate",
    "/generate, sglang",
    "/generate_stream, tgi",
    "/, tgi",
    "/completion, llamacpp",
  })
  void recognizesADialectByItsPath(String path, String name) {
    assertThat(Dialect.at(path)).get().extracting(Dialect::name).isEqualTo(name);
  }

  @Test
  void recognizesPathsThatStreamByDefault() {
    assertThat(streams("/api/chat")).isTrue();
    assertThat(streams("/generate_stream")).isTrue();
    assertThat(streams("/")).isFalse();
    assertThat(streams("/generate")).isFalse();
    assertThat(streams("/v1/messages")).isFalse();
    assertThat(Dialect.named("tgi").nonStreaming().streamsByDefault()).isFalse();
    assertThat(Dialect.named("tgi").nonStreaming().path()).isEqualTo("/generate");
  }

  private static boolean streams(String path) {
    RequestReader reader = new RequestReader(Dialect.at(path).orElseThrow(), PromptSink.NONE);
    return reader.facts().stream();
  }

  @Test
  void recognizesNoneOnOtherPaths() {
    for (String path :
        new String[] {
          "",
          "/health",
          "/v1/models",
          "/v1/chat/completions/c1",
          "/v1/embeddings",
          "/v1/messages/count_tokens",
          "/v1/threads/t/messages",
          "/v1/responses/r"
        }) {
      assertThat(Dialect.at(path)).as(path).isEmpty();
    }
  }
}
