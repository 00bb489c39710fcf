package dev.goodput.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineFramerTest {

  private static List<String> frame(String body, int cut) {
    FrameLog log = new FrameLog();
    Framer framer = Framer.lines(log);
    Bytes.inTwo(Bytes.of(body), cut, framer::feed);
    framer.finish();
    return log.events;
  }

  @Test
  void returnsEachLineWhereverItIsSplit() {
    String body = "{\"a\":1}\n{\"b\":2}\r\n\n{\"c\":3}\n";
    for (int cut = 0; cut <= body.length(); cut++) {
      assertThat(frame(body, cut)).containsExactly("{\"a\":1}", "{\"b\":2}", "{\"c\":3}");
    }
  }

  @Test
  void reportsALastLineWithoutAnEndAsTruncated() {
    assertThat(frame("{\"a\":1}\n{\"b\"", 3)).containsExactly("{\"a\":1}", "{\"b\" (cut)");
  }

  @Test
  void givesUpOnALineThatIsTooLong() {
    FrameLog log = new FrameLog();
    Framer framer = Framer.lines(log);
    byte[] piece = new byte[1 << 20];
    for (int i = 0; i < 18; i++) {
      framer.feed(piece, 0, piece.length);
    }
    framer.finish();
    assertThat(log.events).containsExactly("too long");
  }
}
