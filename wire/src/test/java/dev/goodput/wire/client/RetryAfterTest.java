package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RetryAfterTest {

  private static int seconds(String headers) {
    Replay replay =
        Replay.stream().at(1, "HTTP/1.1 429 Slow\r\n" + headers + "Content-Length: 0\r\n\r\n");
    return RetryAfter.seconds(replay.reader.responseHead());
  }

  @Test
  void readsSeconds() {
    assertThat(seconds("Retry-After: 7\r\n")).isEqualTo(7);
  }

  @Test
  void comparesADateWithTheServersClock() {
    String date = "Date: Sat, 21 Nov 2026 02:26:50 GMT\r\n";
    assertThat(seconds(date + "Retry-After: Sat, 21 Nov 2026 02:27:20 GMT\r\n")).isEqualTo(30);
    assertThat(seconds(date + "Retry-After: Sat, 21 Nov 2026 02:00:00 GMT\r\n")).isZero();
    assertThat(seconds("Retry-After: Sat, 21 Nov 2026 02:27:20 GMT\r\n")).isEqualTo(-1);
  }

  @Test
  void ignoresInvalidValues() {
    assertThat(seconds("Retry-After: soon\r\n")).isEqualTo(-1);
    assertThat(seconds("Date: x\r\nRetry-After: y\r\n")).isEqualTo(-1);
    assertThat(seconds("")).isEqualTo(-1);
    assertThat(RetryAfter.seconds(null)).isEqualTo(-1);
  }
}
