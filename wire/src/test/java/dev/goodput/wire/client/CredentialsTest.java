package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CredentialsTest {
  @Test
  void keepsNoPasswordOfAnAddress() {
    assertThat(Credentials.address("https://user:s3cr3t@host/v1")).isEqualTo("https://***@host/v1");
    assertThat(Credentials.address("http://host:8000/a@b")).isEqualTo("http://host:8000/a@b");
  }

  @Test
  void masksCredentialsInsideALine() {
    assertThat(Credentials.redact("cannot reach http://h/v1?key=s3cr3t: connection refused"))
        .doesNotContain("s3cr3t");
    assertThat(Credentials.redact("sent Authorization: Bearer abc.def.ghi.jkl to the host"))
        .doesNotContain("abc.def");
    assertThat(Credentials.redact("x-api-key: abcdef")).doesNotContain("abcdef");
  }

  @Test
  void keepsOrdinaryLines() {
    for (String line :
        List.of(
            "cannot reach http://127.0.0.1:8000: connection refused",
            "--input-tokens: a length must be at least 1, found 0")) {
      assertThat(Credentials.redact(line)).isEqualTo(line);
    }
  }
}
