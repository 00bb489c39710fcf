package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class LoopHeaderTest {
  private static final Upstream ENGINE = Upstream.of("engine", "http://engine:8000");

  private final LoopHeader mark = LoopHeader.fresh();

  private static RequestHead head(String lines) {
    return RequestHead.parse(Bytes.of("GET / HTTP/1.1\r\nHost: g\r\n" + lines + "\r\n"));
  }

  private static String passedOn(RequestHead head, LoopHeader mark) {
    byte[] written = HeadRewriter.request(head, ENGINE, mark, false);
    return new String(written, StandardCharsets.US_ASCII);
  }

  @Test
  void knowsWhatItForwardedFourTimesAmongOtherProxies() {
    LoopHeader other = LoopHeader.fresh();
    RequestHead head = head("");
    for (int round = 0; round < 4; round++) {
      assertThat(mark.tooOften(head)).isFalse();
      head = RequestHead.parse(Bytes.of(passedOn(head, mark)));
      head = RequestHead.parse(Bytes.of(passedOn(head, other)));
    }
    assertThat(mark.tooOften(head)).isTrue();
    assertThat(LoopHeader.fresh().tooOften(head)).isFalse();
  }

  /// Some proxies keep only one line of a name, the first or the last.
  @Test
  void isOneLineWhateverCame() {
    RequestHead head = head("Goodput-Loop: 01\r\nX: y\r\ngoodput-loop: 02\r\n");
    assertThat(passedOn(head, mark))
        .containsOnlyOnce("Goodput-Loop: 01,02, " + mark.id() + "\r\n")
        .doesNotContain("goodput-loop");
  }

  /// Some proxies join lines of the same name.
  @Test
  void knowsItselfInLinesThatWereJoined() {
    String four = String.join(", ", Collections.nCopies(4, mark.id()));
    assertThat(mark.tooOften(head("goodput-loop: 0123, " + four + "\r\n"))).isTrue();
    assertThat(
            mark.tooOften(head("goodput-loop: " + mark.id() + "0, " + four.substring(18) + "\r\n")))
        .isFalse();
  }
}
