package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.dialect.AnswerStart.Names;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerStartTest {
  private static Names names(String json) {
    byte[] bytes = ("...." + json + ".").getBytes(StandardCharsets.UTF_8);
    return AnswerStart.of(bytes, 4, bytes.length - 1).names();
  }

  @Test
  void readsTheStartOfAnOpenAiEvent() {
    assertThat(names("{\"id\":\"chatcmpl-1\",\"object\":\"x\",\"model\":\"llama\",\"choices\":[]}"))
        .isEqualTo(new Names("chatcmpl-1", "llama"));
  }

  @Test
  void readsAnthropicsMessage() {
    String message =
        "{\"id\":\"msg_1\",\"type\":\"message\",\"content\":[{\"id\":\"not"
            + " this\"}],\"model\":\"claude\"}";
    assertThat(names("{\"type\":\"message_start\",\"message\":" + message + "}"))
        .isEqualTo(new Names("msg_1", "claude"));
  }

  @Test
  void readsTheResponseOfOpenAi() {
    assertThat(names("{\"response\":{\"id\":\"resp_1\",\"model\":\"o\"},\"type\":\"x\"}"))
        .isEqualTo(new Names("resp_1", "o"));
  }

  @Test
  void readsOllamaWhoseMessageHasNoNames() {
    assertThat(
            names("{\"model\":\"tiny\",\"message\":{\"role\":\"assistant\",\"content\":\"id\"}}"))
        .isEqualTo(new Names("", "tiny"));
  }

  @Test
  void readsUpToTheLimit() {
    String begin =
        "{\"id\":\"resp_1\",\"instructions\":\"" + "é".repeat(4000) + "\",\"model\":\"o\"}";
    assertThat(names(begin)).isEqualTo(new Names("resp_1", ""));
  }

  @Test
  void ignoresNestedFields() {
    assertThat(names("{\"choices\":[{\"id\":\"a\",\"message\":{\"id\":\"b\",\"model\":\"c\"}}]}"))
        .isEqualTo(Names.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[DONE]", "[1]", "7", "{", "{\"id\":7,\"model\":null}", "<html>"})
  void findsNoNamesWhereThereAreNone(String text) {
    assertThat(names(text)).isEqualTo(Names.NONE);
  }
}
