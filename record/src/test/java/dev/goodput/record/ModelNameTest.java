package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelNameTest {
  @ParameterizedTest
  @CsvSource({
    "llama-3.1-8b, Llama-3.1-8B",
    "meta-llama/Llama-3.1-8B, llama-3.1-8b",
    "Meta-Llama/llama-3.1-8b, Llama-3.1-8B",
    "Qwen/Qwen3-32B, qwen3-32b",
    "mistralai/Mixtral-8x7B-v0.1, mixtral-8x7b-v0.1",
    "openai/gpt-oss-120b, gpt-oss-120b"
  })
  void oneModelHasSeveralSpellings(String one, String other) {
    assertThat(ModelName.same(one, other)).isTrue();
    assertThat(ModelName.same(other, one)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Llama-3.1-8B, Llama-3.1-8B-Instruct",
    "Llama-3.1-8B, Llama-3.1-70B",
    "Llama-3.1-8B, Llama-3-8B",
    "llama-3.1-8b, acme/llama-3.1-8b",
    "acme/llama-3.1-8b, meta-llama/Llama-3.1-8B",
    "acme/llama-3.1-8b, other/llama-3.1-8b",
    "meta-llama/Guard, Guard",
    "Llama-3.1-8B, Llama-3.1-8B-FP8",
    "/models/a/model, /models/A/model",
    "/models/meta-llama/Llama-3.1-8B, Llama-3.1-8B"
  })
  void differentModelsAreNeverEqual(String one, String other) {
    assertThat(ModelName.same(one, other)).isFalse();
    assertThat(ModelName.same(other, one)).isFalse();
  }
}
