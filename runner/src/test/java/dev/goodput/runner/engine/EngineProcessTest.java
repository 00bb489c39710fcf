package dev.goodput.runner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EngineProcessTest {
  @Test
  void readsTheAddressAfterJavaWarnings() throws IOException {
    assertThat(address("ready http://127.0.0.1:1\n")).contains("http://127.0.0.1:1");
    assertThat(address("[0.01s][warning][gc] NewSize is large\nready http://127.0.0.1:1\nmore\n"))
        .contains("http://127.0.0.1:1");
    assertThat(address("[0.01s][warning][gc] NewSize is large\n")).isEmpty();
    assertThat(address("")).isEmpty();
  }

  private static Optional<String> address(String message) throws IOException {
    return EngineProcess.address(new BufferedReader(new StringReader(message)));
  }
}
