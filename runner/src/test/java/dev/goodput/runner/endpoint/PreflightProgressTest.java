package dev.goodput.runner.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PreflightProgressTest {
  private final StringWriter message = new StringWriter();

  private void wait(int columns, int... seconds) {
    try (PreflightProgress line = new PreflightProgress(new PrintWriter(message), columns)) {
      for (int each : seconds) {
        line.waiting("the first answer of http://h:8000", Duration.ofSeconds(each));
      }
    }
  }

  @Test
  void printsALineNowAndThenWithoutATerminal() {
    wait(0, 2, 3, 9, 10, 11, 20);

    assertThat(message.toString().lines())
        .containsExactly(
            "goodput: waiting for the first answer of http://h:8000 (2 s)",
            "goodput: waiting for the first answer of http://h:8000 (10 s)",
            "goodput: waiting for the first answer of http://h:8000 (20 s)");
  }

  @Test
  void redrawsItsLineOnATerminalAndClearsIt() {
    wait(50, 2, 3);

    assertThat(message)
        .hasToString(
            "\r\u001b[2Kgoodput: waiting for the first answer of http://h"
                + "\r\u001b[2Kgoodput: waiting for the first answer of http://h"
                + "\r\u001b[2K");
  }
}
