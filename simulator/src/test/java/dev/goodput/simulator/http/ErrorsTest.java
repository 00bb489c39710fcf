package dev.goodput.simulator.http;

import static dev.goodput.simulator.http.ServerFixture.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.testing.RawClient;
import dev.goodput.simulator.testing.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorsTest {
  private final ServerFixture fixture = ServerFixture.plain();

  @AfterAll
  void close() {
    fixture.close();
  }

  private static void isError(Reply reply, int status, String type) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.body())
        .startsWith("{\"error\":{\"message\":\"")
        .contains("\"type\":\"" + type + "\"")
        .contains("\"code\":" + status);
  }

  @Test
  void namesTheModelsItHas() {
    Reply reply = fixture.post(chat(1, "").replace("Llama-3.2-1B", "gpt-9"));
    isError(reply, 404, "NotFoundError");
    assertThat(reply.body()).contains("gpt-9").contains("Offered: Llama-3.2-1B");
  }

  @Test
  void namesItsPaths() {
    Reply reply = fixture.get("/v2/chat");
    isError(reply, 404, "NotFoundError");
    assertThat(reply.body()).contains("/v2/chat").contains("/v1/chat/completions");
  }

  @Test
  void refusesWhatIsLongerThanTheModelAllows() {
    isError(fixture.post(chat(131_072, "")), 400, "BadRequestError");
    String longPrompt = chat(1, "").replace("the sea", "sea ".repeat(140_000));
    Reply reply = fixture.post(longPrompt);
    isError(reply, 400, "BadRequestError");
    assertThat(reply.body()).contains("maximum context length is 131072");
  }

  @Test
  void refusesTheWrongMethod() {
    isError(fixture.get(ServerFixture.CHAT), 405, "MethodNotAllowed");
    isError(RawClient.post(fixture.server.port(), "/v1/models", "{}"), 405, "MethodNotAllowed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "[]",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]",
        "{}",
        "{\"messages\":[]}",
        "{\"messages\":\"x\"}",
        "{\"messages\":[1]}",
        "{\"messages\":[{\"content\":\"x\"}]}",
        "{\"messages\":[{\"role\":\"user\",\"content\":5}]}",
        "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":0}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":\"many\"}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":99999999999}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"n\":2}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"stream\":\"yes\"}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"logprobs\":true}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"stop\":7}"
      })
  void refusesWhatItCannotRead(String body) {
    isError(fixture.post(body), 400, "BadRequestError");
  }

  @Test
  void ignoresFieldsItDoesNotKnow() {
    String more =
        ",\"temperature\":0.7,\"tools\":[{\"type\":\"function\"}],\"metadata\":{\"a\":[1,{}]},\"n\":1,\"stop\":null";
    assertThat(fixture.post(chat(2, more)).status()).isEqualTo(200);
  }

  @Test
  void saysInItsOwnWordsWhatIsWrongWithABody() {
    assertThat(fixture.post("{\"messages\":[").body())
        .contains("the body is not valid JSON at line 1, column 14: it ends before the object")
        .doesNotContain("Source");
    assertThat(fixture.post("{\"model\": NaN}").body())
        .contains("Non-standard token 'NaN'\"")
        .doesNotContain("JsonReadFeature");
  }
}
