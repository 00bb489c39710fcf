package dev.goodput.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsTest {

  @Test
  void refusesHeadersThatWouldChangeTheRequestFraming() {
    for (String bad : new String[] {"Content-Length: 3", "transfer-encoding: chunked"}) {
      assertThatThrownBy(() -> Header.parse(bad))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining("leave it out");
    }
  }

  @Test
  void aSecretNeverPrintsItself() {
    Secret secret = Secret.fromEnvironment("KEY", Map.of("KEY", " sk-12\n"));
    assertThat(secret.reveal()).isEqualTo("sk-12");
    assertThat(secret).hasToString("(secret)");
    assertThat(new Header("Authorization", "sk-12").toString()).doesNotContain("sk-12");
  }

  @Test
  void namesTheMissingSecret(@TempDir Path directory) throws IOException {
    assertThatThrownBy(() -> Secret.fromEnvironment("KEY", Map.of()))
        .hasMessage("the environment has no variable KEY to take the API key from");
    assertThatThrownBy(() -> Secret.fromEnvironment("KEY", Map.of("KEY", " ")))
        .hasMessage("the key or token in $KEY is empty");
    Path file = Files.writeString(directory.resolve("key"), "sk\u00e4\n");
    assertThatThrownBy(() -> Secret.fromFile(file))
        .isInstanceOf(BadSettingException.class)
        .hasMessageEndingWith("must be one line of visible characters");
    assertThatThrownBy(() -> Secret.fromFile(directory.resolve("none")))
        .hasMessageStartingWith("cannot read the key or token from");
    assertThat(Secret.fromFile(Files.writeString(file, "sk-9\n")).reveal()).isEqualTo("sk-9");
  }

  @Test
  void readsAHeaderLine() {
    assertThat(Header.parse("X-Team:  a: b ")).isEqualTo(new Header("X-Team", "a: b"));
    for (String bad : List.of("X-Team", ": x", "a b: c", "X: a\r\nY: b")) {
      assertThatThrownBy(() -> Header.parse(bad)).as(bad).isInstanceOf(BadSettingException.class);
    }
  }

  @Test
  void reportsWhatAHeaderLineLacks() {
    assertThatThrownBy(() -> Header.parse("X-Team")).hasMessageEndingWith("found no colon");
    for (String bad : List.of(": c", " : c")) {
      assertThatThrownBy(() -> Header.parse(bad))
          .hasMessageEndingWith("found no name before the colon");
    }
  }

  @Test
  void quotesNothingOfAnInvalidHeader() {
    for (String bad :
        List.of("Authorization Bearer s3cret", "X=s3cret: y", "X: s3cret\u0001", "s3cret y: z")) {
      assertThatThrownBy(() -> Header.parse(bad)).as(bad).message().doesNotContain("s3cret");
    }
  }
}
