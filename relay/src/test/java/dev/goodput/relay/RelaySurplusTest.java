package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An upstream that sends more than its response: a pipelining client would take the rest for its
/// next response.
@Tag("fault")
final class RelaySurplusTest {
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String FORGED = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad";

  /// Sends a response and unrequested bytes, in two reads.
  private static void dropsWhatIsBehind(String answer, int split) throws Exception {
    String all = answer + FORGED;
    RawServer.Script script =
        (line, _, _) -> {
          line.print(all.substring(0, split));
          LockSupport.parkNanos(2_000_000);
          line.print(all.substring(split));
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST + RelayRig.POST)) {
      String first = client.readUntil(answer.substring(answer.length() - 12));
      assertThat(first).as("split at %d", split).isEqualTo(answer);
      assertThat(rig.over().story).contains("Whole");
      if (split < answer.length()) {
        assertThat(client.readAll()).as("split at %d", split).isEmpty();
        assertThat(rig.relay().counts().of(RelayCounts.Event.OUT_OF_STEP)).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5\r\nhello\r\n0\r\n\r\n",
        "5;a=b\r\nhello\r\n000;c\r\nX-Sum: 1234567\r\n\r\n",
        "5\nhello\n0\n\n",
        "00000000000000000A\r\n0123456789\r\n0000000000000000\r\n\r\n",
        "A\r\nab\r\n0\r\n\r\nc\r\n00\r\n\r\n"
      })
  void isCutOffBehindTheLastChunkWhereverReadsEnd(String body) throws Exception {
    String answer = CHUNKED + body;
    for (int split = CHUNKED.length() - 3; split <= answer.length(); split++) {
      dropsWhatIsBehind(answer, split);
    }
  }

  @Test
  void isCutOffBehindALength() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    for (int split = 1; split < answer.length(); split++) {
      dropsWhatIsBehind(answer, split);
    }
  }

  @Test
  void anAnswerOfTwoLengthsIsNone() throws Exception {
    RawServer.Script script =
        (line, _, _) ->
            line.print("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokx");
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 502 ")
          .contains("sent an invalid HTTP response: content-length");
      assertThat(rig.over().story).contains("kind=MALFORMED");
    }
  }

  /// The end of such a response is that of its connection, so a clean close would make it look
  /// complete.
  @Test
  void whatTheRelayBreaksOffIsReset() throws Exception {
    RawServer.Script script = (line, _, _) -> line.print("HTTP/1.0 200 OK\r\n\r\nhalf an answer");
    try (RawServer server = RawServer.start(script)) {
      RelayRig rig = new RelayRig(server.url());
      try (RawSocket client = rig.common(RelayRig.POST)) {
        client.readUntil("half an answer");
        rig.close();
        assertThat(client.readAll()).isEmpty();
        assertThat(client.wasReset()).isTrue();
      }
    }
  }
}
