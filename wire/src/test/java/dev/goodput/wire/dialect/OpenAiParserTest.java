package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.TokenCounts;
import dev.goodput.testing.Bytes;
import dev.goodput.wire.sse.EventKind;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Every form of content and of ends that vendors are known to send, event by event.
final class OpenAiParserTest {
  private final AnswerScript script = new AnswerScript();
  private final AnswerParser parser = Dialect.named("chat").newParser(script, true);

  private void events(String... events) {
    for (String each : events) {
      byte[] bytes = Bytes.of("##" + each + "##");
      parser.event(bytes, 2, bytes.length - 2, EventKind.DATA, true);
    }
  }

  private static String delta(String members) {
    return "{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
        + "\"choices\":[{\"index\":0,\"delta\":{"
        + members
        + "},\"logprobs\":null,\"finish_reason\":null}]}";
  }

  @Test
  void countsOnlyTextAsContent() {
    events(
        delta("\"role\":\"assistant\",\"content\":\"\",\"refusal\":null"),
        delta("\"content\":null"),
        delta(""),
        "{\"choices\":[]}",
        delta("\"content\":\"Hi\""),
        delta("\"content\":\" there\""),
        "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}",
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}",
        "[DONE]");
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER", "finish stop", "end");
    assertThat(script.answer).hasToString("Hi there");
    assertThat(Objects.requireNonNull(script.usage))
        .isEqualTo(TokenCounts.ofUsage(9, 2, -1, -1, -1));
  }

  @Test
  void treatsAnEmptyFinishReasonAsMissing() {
    String open =
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":%s}]}";
    events(open.formatted("a", "\"\""), open.formatted("b", "\"\""));
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER");
    events(open.formatted("", "\"stop\""), open.formatted("", "\"\""));
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER", "finish stop");
  }

  @Test
  void treatsTheFirstEventAsATokenWithoutARoleChunk() {
    events(delta("\"role\":\"assistant\",\"content\":\" zowo\""));
    assertThat(script.reported).containsExactly("ANSWER");
  }

  @Test
  void countsATextInBothShapesOnce() {
    events(
        "{\"choices\":[{\"text\":\"Hello\",\"delta\":{\"content\":\"Hello\"}}]}",
        "{\"choices\":[{\"delta\":{\"content\":\" you\"},\"text\":\" you\"}]}",
        "{\"choices\":[{\"text\":\"!\",\"delta\":{\"content\":\"\",\"reasoning\":\"r\"}}]}");
    assertThat(script.answer).hasToString("Hello you!");
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER", "ANSWER+reasoning");
  }

  @Test
  void readsTextOfTheLegacyEndpoint() {
    events(
        "{\"choices\":[{\"text\":\" a\",\"index\":0,\"logprobs\":null,\"finish_reason\":null}]}",
        "{\"choices\":[{\"text\":\"\",\"index\":0,\"logprobs\":null,\"finish_reason\":\"length\"}]}");
    assertThat(script.reported).containsExactly("ANSWER", "finish length");
  }

  @Test
  void countsAnEchoedPromptAsOneEvent() {
    events("{\"choices\":[{\"text\":\"the prompt and one\",\"index\":0,\"finish_reason\":null}]}");
    assertThat(script.reported).containsExactly("ANSWER");
  }

  @Test
  void readsBothSpellingsOfReasoningOnce() {
    events(
        delta("\"role\":\"assistant\",\"content\":null,\"reasoning_content\":\"Okay\""),
        delta("\"reasoning\":\", so\""),
        delta("\"reasoning\":\"!\",\"reasoning_content\":\"!\""),
        delta("\"reasoning\":\" x\",\"reasoning_details\":[{\"type\":\"t\",\"text\":\" x\"}]"));
    assertThat(script.reported).containsExactly("REASONING", "REASONING", "REASONING", "REASONING");
    assertThat(script.other).hasToString("Okay, so! x");
  }

  @Test
  void treatsAChunkWithReasoningAndContentAsBoth() {
    events(delta("\"reasoning_content\":\"done.\",\"content\":\"Yes\""));
    assertThat(script.reported).containsExactly("ANSWER+reasoning");
    assertThat(script.answer).hasToString("Yes");
    assertThat(script.other).hasToString("done.");
  }

  @Test
  void readsRefusals() {
    events(delta("\"refusal\":\"I can\""), delta("\"refusal\":\"not.\""));
    assertThat(script.reported).containsExactly("REFUSAL", "REFUSAL");
  }

  @Test
  void countsToolCallFragmentsWithNameOrArguments() {
    String call = "\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"type\":\"function\",\"function\":{";
    events(
        delta("\"content\":null," + call + "\"name\":\"get\",\"arguments\":\"\"}}]"),
        delta("\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"a\\\":\"}}]"),
        delta(
            call
                + "\"name\":null,\"arguments\":\"1}\"}},{\"index\":1,\"function\":{\"name\":\"p\"}}]"),
        delta("\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\"}}]"),
        delta("\"tool_calls\":[]"),
        delta("\"tool_calls\":null,\"reasoning_content\":null"),
        delta("\"function_call\":{\"name\":\"old\"}"));
    assertThat(script.reported).containsExactly("TOOL_CALL", "TOOL_CALL", "TOOL_CALL", "TOOL_CALL");
    assertThat(script.other).hasToString("get{\"a\":1}pold");
  }

  @Test
  void countsTheInputOfCustomTools() {
    events(
        delta(
            "\"tool_calls\":[{\"index\":0,\"type\":\"custom\",\"custom\":{\"name\":\"sh\",\"input\":\"\"}}]"),
        delta("\"tool_calls\":[{\"index\":0,\"custom\":{\"input\":\"ls\"}}]"));
    assertThat(script.reported).containsExactly("TOOL_CALL", "TOOL_CALL");
    assertThat(script.other).hasToString("shls");
  }

  @Test
  void recognizesTheSpellingsOfDone() {
    for (String done : new String[] {"[DONE]", " [DONE] ", "\"[DONE]\"", "[DONE]\n"}) {
      AnswerScript own = new AnswerScript();
      AnswerParser fresh = Dialect.named("chat").newParser(own, false);
      byte[] bytes = Bytes.of(done);
      fresh.event(bytes, 0, bytes.length, EventKind.DATA, true);
      assertThat(own.reported).as(done).containsExactly("end");
    }
  }

  @Test
  void ignoresEventsAfterDoneAndEmptyEvents() {
    events("", "  ", "[DONE]", delta("\"content\":\"late\""), "nonsense");
    assertThat(script.reported).containsExactly("end");
  }

  @Test
  void aTruncatedEventCountsOnlyIfItIsValid() {
    byte[] half = Bytes.of("{\"choices\":[{\"index\":0,\"del");
    parser.event(half, 0, half.length, EventKind.DATA, false);
    byte[] whole = Bytes.of("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    parser.event(whole, 0, whole.length, EventKind.DATA, false);
    assertThat(script.reported).containsExactly("finish stop");
  }

  @Test
  void reportsInvalidJson() {
    events("nonsense", "17", "{} {}");
    assertThat(script.reported)
        .containsExactly(
            "malformed an event is no JSON object: nonsense",
            "malformed an event is no JSON object: 17",
            "malformed an event is no JSON object: {} {}");
  }

  @Test
  void replacesLoneSurrogatesAndInvalidBytes() {
    events(
        delta("\"content\":\"\\ud83d\""),
        delta("\"content\":\"\\ude00\""),
        delta("\"content\":\"\\ud83d\\ude00\\n\\u00e9\\\\\\\"\""));
    byte[] invalid = Bytes.of(delta("\"content\":\"a?b\u0000\""));
    for (int i = 0; i < invalid.length; i++) {
      invalid[i] = invalid[i] == '?' ? (byte) 0xe6 : invalid[i];
    }
    parser.event(invalid, 0, invalid.length, EventKind.DATA, true);
    assertThat(script.reported).hasSize(4).containsOnly("ANSWER");
    assertThat(script.answer).hasToString("\ufffd\ufffd\ud83d\ude00\n\u00e9\\\"a\ufffdb\u0000");
  }

  @Test
  void ignoresVendorExtensions() {
    events(
        "{\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0}],\"id\":\"\",\"created\":0}",
        "{\"choices\":[{\"index\":0,\"delta\":{},\"content_filter_results\":{\"hate\":{\"f\":false}}}]}",
        "{\"choices\":[{\"index\":null,\"delta\":{\"content\":\"j\"}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"part\"}]}}]}",
        "{\"provider\":\"p\",\"obfuscation\":\"aB3\",\"created\":1.5,\"choices\":"
            + "[{\"delta\":{\"content\":\"x\"},\"logprobs\":{\"content\":[{\"logprob\":-1.5e-3}]}}]}");
    assertThat(script.reported).containsExactly("ANSWER", "ANSWER", "ANSWER");
    assertThat(script.answer).hasToString("jpartx");
  }

  @Test
  void readsAWholeAnswer() {
    byte[] body =
        Bytes.of(
            "\n\n{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hi\","
                + "\"reasoning\":null},\"finish_reason\":\"stop\"}],"
                + "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1}}\n");
    parser.wholeBody(body, 0, body.length);
    assertThat(script.reported).containsExactly("ANSWER 1", "finish stop", "end");
    assertThat(Objects.requireNonNull(script.usage).usageInput()).isEqualTo(9);
  }

  @Test
  void reportsAnHtmlResponse() {
    byte[] body = Bytes.of("<html><head><title>502 Bad Gateway</title></head></html>");
    parser.wholeBody(body, 0, body.length);
    assertThat(script.reported)
        .containsExactly("malformed the server answers HTML: 502 Bad Gateway");
  }
}
