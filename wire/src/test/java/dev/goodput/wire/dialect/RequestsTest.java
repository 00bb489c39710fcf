package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Request bodies of all dialects but OpenAI's older two.
final class RequestsTest {
  private static final List<LlmRequest.Turn> TURNS =
      List.of(new LlmRequest.Turn("system", "be brief"), new LlmRequest.Turn("user", "a\"b"));

  private static LlmRequest ask(@Nullable String extra) {
    return new LlmRequest("m", TURNS, null, 7, true, true, true, 0.5, extra);
  }

  private static String body(String dialect, LlmRequest ask) {
    return new String(Dialect.named(dialect).encode(ask), StandardCharsets.UTF_8);
  }

  @Test
  void writesAResponsesRequest() {
    assertThat(body("responses", ask("{\"store\":false}")))
        .isEqualTo(
            "{\"model\":\"m\",\"input\":[{\"role\":\"system\",\"content\":\"be brief\"},"
                + "{\"role\":\"user\",\"content\":\"a\\\"b\"}],\"max_output_tokens\":7,"
                + "\"ignore_eos\":true,\"temperature\":0.5,\"stream\":true,\"store\":false}");
  }

  @Test
  void writesAMessagesRequestWithALimitAndASeparateSystemPrompt() {
    assertThat(body("messages", ask(null)))
        .isEqualTo(
            "{\"model\":\"m\",\"max_tokens\":7,\"system\":\"be brief\",\"messages\":[{\"role\":"
                + "\"user\",\"content\":\"a\\\"b\"}],\"ignore_eos\":true,\"temperature\":0.5,"
                + "\"stream\":true}");
    LlmRequest plain = new LlmRequest("m", List.of(), "hi", -1, false, true, false, null, null);
    assertThat(body("messages", plain))
        .isEqualTo(
            "{\"model\":\"m\",\"max_tokens\":4096,\"messages\":[{\"role\":\"user\",\"content\":"
                + "\"hi\"}],\"stream\":false}");
  }

  @Test
  void sendsTheMessagesKeyInItsOwnHeader() {
    Secret key = Secret.of("sk-1", "a test");
    assertThat(sent(Dialect.named("messages"), key))
        .containsExactly("anthropic-version: 2023-06-01", "x-api-key: sk-1");
    assertThat(sent(Dialect.named("messages"), null))
        .containsExactly("anthropic-version: 2023-06-01");
    assertThat(sent(Dialect.named("responses"), key)).containsExactly("Authorization: Bearer sk-1");
    assertThat(sent(Dialect.named("responses"), null)).isEmpty();
  }

  private static List<String> sent(Dialect dialect, @Nullable Secret key) {
    return dialect.headers(key).stream().map(RequestsTest::line).toList();
  }

  private static String line(Header header) {
    return header.name() + ": " + header.value();
  }

  @Test
  void writesOllamaRequests() {
    assertThat(
            body(
                "ollama", ask("{\"options\":{\"num_ctx\":8192,\"temperature\":0},\"think\":true}")))
        .isEqualTo(
            "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"be brief\"},"
                + "{\"role\":\"user\",\"content\":\"a\\\"b\"}],\"stream\":true,\"options\":"
                + "{\"num_predict\":7,\"num_ctx\":8192,\"temperature\":0},\"think\":true}");
    LlmRequest plain = new LlmRequest("m", List.of(), "hi", -1, false, false, false, null, null);
    assertThat(body("ollama-generate", plain))
        .isEqualTo("{\"model\":\"m\",\"prompt\":\"hi\",\"stream\":false}");
  }

  @Test
  void writesNativeEngineRequests() {
    assertThat(body("sglang", ask(null)))
        .isEqualTo(
            "{\"text\":\"be brief\\n\\na\\\"b\",\"sampling_params\":{\"max_new_tokens\":7,"
                + "\"ignore_eos\":true,\"temperature\":0.5},\"stream\":true}");
    assertThat(body("tgi", ask("{\"parameters\":{\"top_k\":3}}")))
        .isEqualTo(
            "{\"inputs\":\"be brief\\n\\na\\\"b\",\"parameters\":{\"max_new_tokens\":7,\"details\":"
                + "true,\"temperature\":0.5,\"top_k\":3}}");
    assertThat(body("llamacpp", ask("{\"cache_prompt\":false,\"n_predict\":9}")))
        .isEqualTo(
            "{\"prompt\":\"be brief\\n\\na\\\"b\",\"ignore_eos\":true,\"temperature\":0.5,"
                + "\"stream\":true,\"cache_prompt\":false,\"n_predict\":9}");
  }

  @Test
  void disablesSamplingForTgiInItsOwnTerms() {
    LlmRequest greedy = new LlmRequest("m", List.of(), "hi", 3, true, true, false, 0.0, null);
    assertThat(body("tgi", greedy))
        .isEqualTo(
            "{\"inputs\":\"hi\",\"parameters\":{\"max_new_tokens\":3,\"details\":true,"
                + "\"do_sample\":false}}");
  }

  @Test
  void anExtraMemberOfAnotherKindWins() {
    assertThat(body("ollama", ask("{\"options\":null}")))
        .endsWith("\"stream\":true,\"options\":null}");
    assertThat(body("chat", ask("{\"stream_options\":{}}"))).endsWith("\"stream_options\":{}}");
  }

  static List<Dialect> dialects() {
    return Dialect.all();
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void theOperationIsReadFromTheBody(Dialect dialect) {
    PromptScript script = new PromptScript(dialect);
    byte[] body = dialect.encode(ask(null));
    script.reader.feed(body, 0, body.length);
    RequestFacts facts = script.facts();
    assertThat(facts.understood()).isTrue();
    assertThat(facts.stream()).isTrue();
    assertThat(facts.maxTokens()).isEqualTo(7);
    assertThat(script.frame() + script.turns()).contains("be brief\n").endsWith("a\"b\n");
    assertThat(Dialect.at("/below/it" + dialect.path()).orElseThrow().name())
        .isEqualTo(dialect.name());
  }
}
