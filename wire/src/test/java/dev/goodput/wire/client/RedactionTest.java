package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Removal of secrets from text. [SecretEchoTest] covers servers that quote the secrets they were
/// sent.
final class RedactionTest {
  @Test
  void removesTerminalControlCharacters() {
    Redaction redaction = Redaction.of(ClientRig.endpoint("http://127.0.0.1:1"));

    assertThat(redaction.clean("it lists: \u001b[31mred\u0007\r\nnext, ü"))
        .isEqualTo("it lists:  [31mred next, ü");
  }
}
