package dev.goodput.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.Body;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.LlmRequest;
import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import dev.goodput.workload.tokenizer.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestEncoderTest {
  private static final List<Message> QUESTION =
      List.of(new Message("system", "Be brief."), new Message("user", "Why?"));
  private static final TurnPlan TURN = new TurnPlan(QUESTION, "Be brief. Why?", 9, 77, 0, null);
  private static final AskOptions OPTIONS =
      new AskOptions("m", true, true, true, 0.5, "{\"top_k\":3}");

  private static LlmRequest ask(String dialect, List<Message> conversation) {
    return new RequestEncoder(Dialect.named(dialect), OPTIONS, null).ask(conversation, TURN);
  }

  @Test
  void chatGetsMessages() {
    assertThat(ask("chat", QUESTION))
        .isEqualTo(
            new LlmRequest(
                "m",
                List.of(
                    new LlmRequest.Turn("system", "Be brief."),
                    new LlmRequest.Turn("user", "Why?")),
                null,
                77,
                true,
                true,
                true,
                0.5,
                "{\"top_k\":3}"));
  }

  @Test
  void sendsRecordedMembersAndParts() {
    Message image = new Message("user", "", "[{\"type\":\"image_url\"}]", "{\"name\":\"n\"}");
    TurnPlan turn =
        new TurnPlan(
            List.of(image),
            null,
            9,
            77,
            0,
            null,
            "{\"tools\":[1],\"temperature\":0.3,\"top_k\":9,\"stop\":[\"x\"]}");
    AskOptions options = new AskOptions("m", true, true, false, null, "{\"top_k\":3}");
    byte[] body =
        new RequestEncoder(Dialect.named("chat"), options, null)
            .encode(turn.messages(), turn)
            .bytes();

    assertThat(new String(body, StandardCharsets.UTF_8))
        .contains(
            "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}],\"name\":\"n\"}",
            "\"tools\":[1]",
            "\"temperature\":0.3",
            "\"top_k\":3",
            "\"stop\":[\"x\"]")
        .doesNotContain("\"top_k\":9");
  }

  @Test
  void completionsGetTheBarePrompt() {
    LlmRequest ask = ask("completions", QUESTION);

    assertThat(ask.prompt()).isEqualTo("Be brief. Why?");
    assertThat(ask.messages()).isEmpty();
  }

  @Test
  void everyEndpointOfBarePromptsGetsOne() {
    for (String each : List.of("ollama-generate", "sglang", "tgi", "llamacpp")) {
      assertThat(ask(each, QUESTION).prompt()).as(each).isEqualTo("Be brief. Why?");
    }
    for (String each : List.of("responses", "messages", "ollama")) {
      assertThat(ask(each, QUESTION).prompt()).as(each).isNull();
    }
  }

  @Test
  void completionsOfALaterTurnGetTheWholeConversation() {
    List<Message> conversation =
        List.of(
            new Message("user", "One"),
            new Message("assistant", "Two"),
            QUESTION.get(0),
            QUESTION.get(1));
    LlmRequest ask = ask("completions", conversation);

    assertThat(ask.prompt()).isNull();
    assertThat(ask.messages())
        .extracting(LlmRequest.Turn::content)
        .containsExactly("One", "Two", "Be brief.", "Why?");
  }

  @Test
  void countsAPromptOnlyIfItsLengthIsUnknown() {
    Letters tokenizer = new Letters();
    RequestEncoder asks = new RequestEncoder(Dialect.named("chat"), OPTIONS, tokenizer);
    TurnPlan uncounted = new TurnPlan(QUESTION, null, TurnPlan.UNKNOWN, 77, 0, null);
    List<Message> later =
        List.of(
            new Message("user", "One"),
            new Message("assistant", "Two"),
            QUESTION.get(0),
            QUESTION.get(1));

    assertThat(asks.encode(QUESTION, TURN).promptTokens()).isEqualTo(9);
    assertThat(tokenizer.counted).isZero();
    assertThat(asks.encode(QUESTION, uncounted).promptTokens()).isEqualTo(13);
    assertThat(asks.encode(later, TURN).promptTokens()).isEqualTo(19);
    assertThat(new RequestEncoder(Dialect.named("chat"), OPTIONS, null).encode(QUESTION, TURN))
        .extracting(Body::promptTokens)
        .isEqualTo(TurnPlan.UNKNOWN);
  }

  /// A token a letter.
  private static final class Letters implements Tokenizer {
    private int counted;

    @Override
    public int count(String text) {
      counted++;
      return text.length();
    }

    @Override
    public long[] ids(String text) {
      return text.chars().asLongStream().toArray();
    }

    @Override
    public String name() {
      return "letters";
    }
  }

  @Test
  void aTurnWithoutABoundLeavesTheLengthToTheServer() {
    TurnPlan endless = new TurnPlan(QUESTION, null, 9, TurnPlan.UNKNOWN, 0, null);
    byte[] body =
        new RequestEncoder(Dialect.named("chat"), AskOptions.of("m"), null)
            .encode(QUESTION, endless)
            .bytes();

    assertThat(new String(body, StandardCharsets.UTF_8))
        .contains("\"content\":\"Why?\"")
        .doesNotContain("max_tokens");
  }
}
