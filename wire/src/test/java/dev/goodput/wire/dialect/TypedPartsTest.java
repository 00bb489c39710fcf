package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.sse.EventKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Content as typed parts, audio and images, and failures, in every dialect.
final class TypedPartsTest {

  private static AnswerScript event(String dialect, String event) {
    AnswerScript script = new AnswerScript();
    byte[] bytes = Bytes.of(event);
    Dialect.named(dialect)
        .newParser(script, true)
        .event(bytes, 0, bytes.length, EventKind.DATA, true);
    return script;
  }

  private static AnswerScript whole(String dialect, String answer) {
    AnswerScript script = new AnswerScript();
    byte[] bytes = Bytes.of(answer);
    Dialect.named(dialect).newParser(script, true).wholeBody(bytes, 0, bytes.length);
    return script;
  }

  private static AnswerScript delta(String members) {
    return event("chat", "{\"choices\":[{\"index\":0,\"delta\":{" + members + "}}]}");
  }

  private static void answers(AnswerScript script, String text) {
    assertThat(script.reported).containsExactly("ANSWER");
    assertThat(script.answer.toString()).isEqualTo(text);
    assertThat(script.other.toString()).isEmpty();
  }

  private static void reasons(AnswerScript script, String text) {
    assertThat(script.reported).containsExactly("REASONING");
    assertThat(script.other.toString()).isEqualTo(text);
    assertThat(script.answer.toString()).isEmpty();
  }

  @Test
  void readsTextParts() {
    answers(delta("\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"text\":\"b\"}]"), "ab");
    answers(delta("\"content\":{\"type\":\"text\",\"text\":\"a\"}"), "a");
    answers(delta("\"content\":[\"a\",{\"text\":\"b\",\"type\":\"output_text\"}]"), "ab");
    answers(delta("\"content\":{\"parts\":1,\"text\":{\"value\":\"a\"}}"), "a");
  }

  @Test
  void readsReasoningParts() {
    reasons(
        delta(
            "\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"t\"}]}]"),
        "t");
    reasons(delta("\"content\":{\"thinking\":\"t\",\"type\":\"thinking\"}"), "t");
    reasons(delta("\"content\":[{\"text\":\"t\",\"type\":\"reasoning\"}]"), "t");
    reasons(
        delta(
            "\"content\":[{\"type\":\"reasoning\",\"summary\":"
                + "[{\"type\":\"summary_text\",\"text\":\"s\",\"signature\":\"x\"}]}]"),
        "s");
    reasons(delta("\"content\":[{\"thought\":true,\"text\":\"t\"}]"), "t");
    reasons(delta("\"reasoning\":{\"summary\":[{\"text\":\"s\"}]}"), "s");
  }

  @Test
  void readsReasoningDetails() {
    reasons(
        delta(
            "\"content\":\"\",\"reasoning_details\":"
                + "[{\"type\":\"reasoning.text\",\"text\":\"t\",\"index\":0}]"),
        "t");
    reasons(
        delta("\"reasoning_details\":[{\"type\":\"reasoning.summary\",\"summary\":\"s\"}]"), "s");
    assertThat(
            delta("\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]")
                .reported)
        .isEmpty();
  }

  @Test
  void countsDuplicatedReasoningOnce() {
    reasons(
        delta(
            "\"reasoning\":\"t\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"t\"}]"),
        "t");
    reasons(
        delta(
            "\"reasoning_content\":\"t\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"t\"}]"),
        "t");
  }

  @Test
  void seesReasoningNextToContent() {
    AnswerScript script =
        delta(
            "\"content\":\"a\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"t\"}]");
    assertThat(script.reported).containsExactly("ANSWER+reasoning");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"audio\":{\"id\":\"a\",\"data\":\"AAAA\"}",
        "\"audio\":{\"id\":\"a\",\"transcript\":\" w\"}",
        "\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AA\"}}]",
        "\"content\":[{\"type\":\"output_audio\",\"data\":\"AA\"}]",
        "\"content\":null,\"images\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"u\"}}]",
      })
  void treatsAudioAndImagesAsContent(String members) {
    assertThat(delta(members).reported).containsExactly("ANSWER");
    String message = "{\"choices\":[{\"message\":{" + members + "},\"finish_reason\":\"stop\"}]}";
    assertThat(whole("chat", message).reported).containsExactly("ANSWER", "finish stop", "end");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"audio\":{\"id\":\"a\",\"expires_at\":1}",
        "\"audio\":{\"id\":\"a\",\"data\":\"\"}",
        "\"audio\":null",
        "\"images\":[]",
        "\"content\":[]",
        "\"content\":[{\"type\":\"text\",\"text\":\"\"}]",
        "\"content\":{\"type\":\"thinking\",\"thinking\":[]}",
        "\"reasoning_details\":[]",
        "\"content\":[{\"type\":\"thinking\",\"signature\":\"x\"}]",
      })
  void ignoresEmptyParts(String members) {
    assertThat(delta(members).reported).isEmpty();
  }

  @Test
  void readsPartsOfMessages() {
    String begin = "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":";
    answers(event("messages", begin + "{\"type\":\"text\",\"text\":\"a\"}}"), "a");
    assertThat(
            event("messages", begin + "{\"type\":\"redacted_thinking\",\"data\":\"x\"}}").reported)
        .isEmpty();
    assertThat(
            event(
                    "messages",
                    begin
                        + "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"data\":\"AA\"}}}")
                .reported)
        .containsExactly("ANSWER");
    assertThat(
            event(
                    "messages",
                    begin
                        + "{\"type\":\"web_search_tool_result\",\"content\":[{\"text\":\"found\"}]}}")
                .reported)
        .isEmpty();
  }

  @Test
  void readsPartsOfResponses() {
    reasons(event("responses", "{\"type\":\"response.reasoning.delta\",\"delta\":\"t\"}"), "t");
    reasons(
        event(
            "responses",
            "{\"type\":\"response.reasoning.delta\",\"delta\":{\"type\":\"text\",\"text\":\"t\"}}"),
        "t");
    answers(
        event("responses", "{\"type\":\"response.audio.transcript.delta\",\"delta\":\"a\"}"), "a");
    assertThat(
            event("responses", "{\"type\":\"response.output_audio.delta\",\"delta\":\"AA\"}")
                .reported)
        .containsExactly("ANSWER");
    assertThat(
            event(
                    "responses",
                    "{\"type\":\"response.image_generation_call.partial_image\","
                        + "\"partial_image_b64\":\"AA\"}")
                .reported)
        .containsExactly("ANSWER");
    assertThat(
            whole(
                    "responses",
                    "{\"status\":\"completed\",\"output\":["
                        + "{\"type\":\"image_generation_call\",\"result\":\"AA\"}]}")
                .reported)
        .containsExactly("ANSWER", "finish completed", "end");
  }

  @Test
  void readsPartsOfOllama() {
    reasons(
        event("ollama", "{\"message\":{\"content\":[{\"type\":\"thinking\",\"thinking\":\"t\"}]}}"),
        "t");
    assertThat(event("ollama", "{\"message\":{\"content\":\"\",\"images\":[\"AA\"]}}").reported)
        .containsExactly("ANSWER");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chat | {'choices':[{'index':0,'delta':{},'finish_reason':'WORD'}]}",
        "completions | {'choices':[{'index':0,'text':'','finish_reason':'WORD'}]}",
        "responses |"
            + " {'type':'response.incomplete','response':{'incomplete_details':{'reason':'WORD'}}}",
        "messages | {'type':'message_delta','delta':{'stop_reason':'WORD'}}",
        "ollama | {'message':{'content':''},'done_reason':'WORD'}",
        "ollama-generate | {'response':'','done_reason':'WORD'}",
        "tgi | {'token':{'text':'','special':true},'details':{'finish_reason':'WORD'}}",
        "sglang | {'text':'','meta_info':{'finish_reason':{'type':'WORD'}}}",
        "llamacpp | {'content':'','stop_type':'WORD','stop':true}",
      })
  void treatsFailureReasonsAsErrors(String dialect, String event) {
    String json = event.replace('\'', '"');
    for (String word : new String[] {"abort", "network_error", "insufficient_system_resource"}) {
      assertThat(event(dialect, json.replace("WORD", word)).reported)
          .contains("error finish_reason \"" + word + "\"");
      assertThat(whole(dialect, json.replace("WORD", word)).reported)
          .contains("error finish_reason \"" + word + "\"");
    }
    assertThat(event(dialect, json.replace("WORD", "harmless")).reported)
        .noneMatch(each -> each.startsWith("error"));
  }

  @Test
  void findsAFailureOfOneChoiceOfTwo() {
    assertThat(
            whole(
                    "chat",
                    "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"},\"finish_reason\":\"abort\"},"
                        + "{\"index\":1,\"message\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}")
                .reported)
        .contains("error finish_reason \"abort\"");
  }

  @Test
  void treatsFailureEventsOfResponsesAsErrors() {
    for (String word : new String[] {"failed", "cancelled", "timed_out", "error"}) {
      assertThat(event("responses", "{\"type\":\"response." + word + "\"}").reported)
          .containsExactly("error response." + word);
      assertThat(
              whole("responses", "{\"status\":\"" + word + "\",\"output\":[]}").reported.getFirst())
          .isEqualTo("error status \"" + word + "\"");
    }
    assertThat(event("responses", "{\"type\":\"response.mcp_call.failed\"}").reported).isEmpty();
  }
}
