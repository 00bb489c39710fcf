package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadSettingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class OpenAiRequestTest {

  private static LlmRequest ask(@Nullable Double temperature, @Nullable String extra) {
    return new LlmRequest(
        "m",
        List.of(new LlmRequest.Turn("user", "a\"b")),
        null,
        7,
        true,
        true,
        true,
        temperature,
        extra);
  }

  private static String body(String dialect, LlmRequest ask) {
    return new String(Dialect.named(dialect).encode(ask), StandardCharsets.UTF_8);
  }

  @Test
  void requestsAStreamWithItsUsage() {
    assertThat(body("chat", ask(0.5, null)))
        .isEqualTo(
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\\\"b\"}],"
                + "\"max_tokens\":7,\"ignore_eos\":true,\"temperature\":0.5,\"stream\":true,"
                + "\"stream_options\":{\"include_usage\":true}}");
  }

  @Test
  void sendsOnlyRequestedMembers() {
    LlmRequest plain = new LlmRequest("m", List.of(), "hi", -1, false, true, false, null, null);
    assertThat(body("chat", plain))
        .isEqualTo(
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"stream\":false}");
    assertThat(body("completions", plain))
        .isEqualTo("{\"model\":\"m\",\"prompt\":\"hi\",\"stream\":false}");
  }

  @Test
  void joinsMessagesToAPromptForDialectsWithoutMessages() {
    List<LlmRequest.Turn> turns =
        List.of(new LlmRequest.Turn("system", "be brief"), new LlmRequest.Turn("user", "hi"));
    LlmRequest two = new LlmRequest("m", turns, null, -1, false, false, false, null, null);
    assertThat(body("completions", two)).contains("\"prompt\":\"be brief\\n\\nhi\"");
  }

  @Test
  void extraMembersAreAddedAndWin() {
    assertThat(body("chat", ask(null, " {\"temperature\":0, \"top_k\":[1,{\"a\":null}]} ")))
        .endsWith("},\"temperature\":0,\"top_k\":[1,{\"a\":null}]}");
    assertThat(body("chat", ask(0.5, "{\"temperature\":0,\"model\":\"other\"}")))
        .doesNotContain("0.5")
        .doesNotContain("\"m\"")
        .contains("\"model\":\"other\"");
    assertThat(body("chat", ask(null, "{\"max_completion_tokens\":9}")))
        .doesNotContain("max_tokens\"")
        .contains("\"max_completion_tokens\":9");
  }

  @Test
  void rejectsAnExtraBodyThatIsNotAnObject() {
    for (String bad :
        List.of("[1]", "{\"a\":", "s3cret", "\"s3cret\"", "{\"a\": s3cret}", "{} {}", "")) {
      assertThatThrownBy(() -> body("chat", ask(null, bad)))
          .as(bad)
          .isInstanceOf(BadSettingException.class)
          .hasMessageStartingWith("the extra body must be one JSON object")
          .message()
          .doesNotContain("s3cret");
    }
  }

  @Test
  void namesTheAvailableDialects() {
    assertThatThrownBy(() -> Dialect.named("chta"))
        .isInstanceOf(BadSettingException.class)
        .hasMessage(
            "no endpoint \"chta\"; there are chat, completions, responses, messages, ollama,"
                + " ollama-generate, sglang, tgi, llamacpp");
  }
}
