package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenSamplingMembersTest {
  /// Based on the examples in OpenAI's chat completions reference and structured outputs guide,
  /// with every setting.
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

  /// Based on the examples in Anthropic's messages reference, with every setting.
  private static final String ANTHROPIC =
      """
      {"model": "claude-sonnet-4-5", "max_tokens": 1024,
       "messages": [{"role": "user", "content": "Hello, world"}],
       "stop_sequences": ["Human:"],
       "temperature": 1.0, "top_k": 5, "top_p": 0.7}
      """;

  /// Names of settings that tools and messages use for other things.
  private static final String OTHERS =
      "\"n\":2,\"seed\":3,\"temperature\":0.5,\"type\":\"text\",\"format\":\"json\"";

  private static TokenSampling of(String dialect, String body) {
    return PromptScript.of(dialect, body).facts().sampling();
  }

  private static TokenSampling of(String members) {
    return of("chat", "{\"messages\":[]," + members + "}");
  }

  @Test
  void readsSettingsInTheTermsOfTheDialect() {
    assertThat(of("chat", OPENAI))
        .isEqualTo(new TokenSampling(0.2, 1.0, null, 123L, 2L, 0.5, -2.0, "json"));
    assertThat(of("messages", ANTHROPIC))
        .isEqualTo(new TokenSampling(1.0, 0.7, 5.0, null, null, null, null, ""));
    assertThat(
            of(
                "ollama",
                "{\"messages\":[],\"options\":{\"temperature\":0,\"seed\":42,\"top_k\":20}}"))
        .isEqualTo(new TokenSampling(0.0, null, 20.0, 42L, null, null, null, ""));
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
        "\"response_format\":{\"type\":\"json\",\"value\":{\"type\":\"text\"}};json",
        "\"format\":\"json\";json",
        "\"format\":{\"type\":\"object\",\"properties\":{\"format\":{\"type\":\"text\"}}};json",
        "\"format\":\"\";''",
        "\"format\":null;''",
      })
  void readsTheRequestedResponseFormat(String members, String form) {
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
        "\"temperature\":1d",
        "\"temperature\":0x1p3",
        "\"temperature\":+1",
        "\"temperature\":.5",
        "\"temperature\":1.",
        "\"temperature\":01",
        "\"temperature\":[0.5]",
        "\"temperature\":{\"temperature\":0.5}",
        "\"metadata\":{\"temperature\":0.5}",
        "\"top_p\":1.01",
        "\"top_k\":1e7",
        "\"seed\":99999999999999999999",
        "\"seed\":1.5",
        "\"seed\":+1",
        "\"seed\":007",
        "\"n\":0",
        "\"n\":1000000",
        "\"frequency_penalty\":null",
        "\"presence_penalty\":101",
      })
  void ignoresInvalidValues(String members) {
    assertThat(of(members)).isEqualTo(TokenSampling.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tools\":[{%s,\"function\":{%1$s,\"parameters\":{%1$s,\"properties\":{%1$s}}}}]",
        "\"messages\":[{%s,\"role\":\"user\",\"content\":[{%1$s,\"text\":\"hi\"}]}]",
        "\"messages\":[{\"tool_calls\":[{\"function\":{%s,\"arguments\":{%1$s}}}]}]",
        "\"messages\":[{\"content\":[{\"type\":\"tool_use\",\"input\":{%s,\"deep\":{%1$s}}}]}]",
        "\"input\":[{\"type\":\"function_call\",\"arguments\":{%s}}]",
        "\"tool_choice\":{%s}",
      })
  void readsNothingInToolsAndMessages(String members) {
    assertThat(of(members.formatted(OTHERS))).isEqualTo(TokenSampling.NONE);
  }
}
