package dev.goodput.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class MessageWriterTest {
  private static final String LINE =
      "goodput: between 7,200 and 56,000 more requests, which takes between 5 min and 39 min";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void breaksLinesBetweenWordsOnATerminal() {
    new MessageWriter(out, () -> 80).println(LINE);
    assertThat(text().lines())
        .containsExactly(
            "goodput: between 7,200 and 56,000 more requests, which takes between 5 min and",
            "  39 min");
  }

  @Test
  void keepsAMessageInOneLineElsewhere() {
    new MessageWriter(out).println(LINE);
    assertThat(text().lines()).containsExactly(LINE);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
