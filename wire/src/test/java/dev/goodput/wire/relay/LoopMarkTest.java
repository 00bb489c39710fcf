package dev.goodput.wire.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.wire.BadRequestException;
import dev.goodput.wire.http.RequestHead;
import dev.goodput.wire.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

final class LoopMarkTest {
  private static final Upstream ENGINE = Upstream.of("engine", "http://engine:8000");

  private final LoopMark mark = LoopMark.fresh();

  private static RequestHead head(String lines) {
    return RequestHead.parse(Bytes.of("GET / HTTP/1.1\r\nHost: g\r\n" + lines + "\r\n"));
  }

  private static String passedOn(RequestHead head, LoopMark mark) {
    byte[] written = HeadRewriter.request(head, ENGINE, mark, false);
    return new String(written, StandardCharsets.US_ASCII);
  }

  @Test
  void knowsWhatItPassedOnFourTimesWhoeverElseDid() {
    LoopMark other = LoopMark.fresh();
    RequestHead head = head("");
    for (int round = 0; round < 4; round++) {
      mark.check(head);
      head = RequestHead.parse(Bytes.of(passedOn(head, mark)));
      head = RequestHead.parse(Bytes.of(passedOn(head, other)));
    }
    RequestHead last = head;
    assertThatThrownBy(() -> mark.check(last))
        .isInstanceOfSatisfying(
            BadRequestException.class, refused -> assertThat(refused.status()).isEqualTo(508));
    LoopMark.fresh().check(last);
  }

  /// Some join lines of one name.
  @Test
  void knowsItselfInLinesThatWereJoined() {
    String four = String.join(", ", Collections.nCopies(4, mark.id()));
    assertThatThrownBy(() -> mark.check(head("goodput-loop: 0123, " + four + "\r\n")))
        .hasMessageContaining("has been here 4 times");
    mark.check(head("goodput-loop: " + mark.id() + "0, " + four.substring(18) + "\r\n"));
  }
}
