package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SamplingMembersTest {
  /// After the examples of OpenAI's reference of chat completions and of its guide to structured
  /// outputs, with every setting that it has.
  private static final String OPENAI =
      """
      {"model": "gpt-4o-2024-08-06",
       "messages": [
         {"role": "system", "content": "You are a helpful math tutor."},
         {"role": "user", "content": "solve 8x + 31 = 2"}],
       "response_format": {
         "type": "json_schema",
         "json_schema": {
           "name": "math_response",
           "schema": {
             "type": "object",
             "properties": {
               "temperature": {"type": "number", "minimum": 3},
               "final_answer": {"type": "string"}},
             "required": ["final_answer"],
             "additionalProperties": false},
           "strict": true}},
       "temperature": 0.2, "top_p": 1, "n": 2, "seed": 123, "stop": ["Observation:"],
       "frequency_penalty": 0.5, "presence_penalty": -2.0}
      """;

  /// After the examples of Anthropic's reference of messages, with every setting that it has.
  private static final String ANTHROPIC =
      """
      {"model": "claude-sonnet-4-5", "max_tokens": 1024,
       "messages": [{"role": "user", "content": "Hello, world"}],
       "stop_sequences": ["Human:"],
       "temperature": 1.0, "top_k": 5, "top_p": 0.7}
      """;

  private static Sampling of(String dialect, String body) {
    return PromptScript.of(dialect, body).facts().sampling();
  }

  private static Sampling of(String members) {
    return of("chat", "{\"messages\":[]," + members + "}");
  }

  @Test
  void readsWhatARequestSetsInTheWordsOfItsDialect() {
    assertThat(of("chat", OPENAI))
        .isEqualTo(new Sampling(0.2, 1.0, null, 123L, 2L, 0.5, -2.0, "json"));
    assertThat(of("messages", ANTHROPIC))
        .isEqualTo(new Sampling(1.0, 0.7, 5.0, null, null, null, null, ""));
    assertThat(
            of(
                "ollama",
                "{\"messages\":[],\"options\":{\"temperature\":0,\"seed\":42,\"top_k\":20}}"))
        .isEqualTo(new Sampling(0.0, null, 20.0, 42L, null, null, null, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"response_format\":{\"type\":\"text\"};text",
        "\"response_format\":{\"type\":\"json_object\"};json",
        "\"text\":{\"format\":{\"type\":\"json_schema\",\"schema\":{\"type\":\"text\"}}};json",
        "\"output_format\":{\"type\":\"json_schema\"};json",
        "\"output_config\":{\"effort\":\"low\",\"format\":{\"type\":\"json_schema\"}};json",
        "\"response_format\":{\"type\":\"grammar\"};''",
        "\"response_format\":\"json\";''",
      })
  void readsWhichFormTheAnswerShallHave(String members, String form) {
    assertThat(of(members).output()).isEqualTo(form);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"temperature\":\"0.5\"",
        "\"temperature\":1e99",
        "\"temperature\":-1",
        "\"temperature\":NaN",
        "\"temperature\":true",
        "\"temperature\":[0.5]",
        "\"temperature\":{\"temperature\":0.5}",
        "\"metadata\":{\"temperature\":0.5}",
        "\"top_p\":1.01",
        "\"top_k\":1e7",
        "\"seed\":99999999999999999999",
        "\"seed\":1.5",
        "\"n\":0",
        "\"n\":1000000",
        "\"frequency_penalty\":null",
        "\"presence_penalty\":101",
      })
  void leavesOutWhatCannotBeMeant(String members) {
    assertThat(of(members)).isEqualTo(Sampling.NONE);
  }
}
