package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.FrameServer;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Transport;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What HTTP/1.x clients see of failing HTTP/2 upstreams, and vice versa.
@Tag("fault")
final class RelayHttp2FaultTest {
  private static final int NO_ERROR = 0;

  /// One byte more than an HTTP/2 upstream accepts before it responds.
  private static final String LONG =
      "POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 65536\r\n\r\n" + "x".repeat(65_536);

  private static Upstream two(FrameServer server) {
    return Upstream.of("u", server.url()).over(HttpVersion.TWO);
  }

  /// The end of the connection is the only end it knows.
  @ParameterizedTest
  @CsvSource({"FIN, true", "NO_ERROR, true", "END_STREAM, false"})
  void aClientOfHttp10TakesNoCutForAnEnd(String end, boolean cut) throws Exception {
    FrameServer.Script script =
        (stream, _) -> {
          stream.events().data("data: a\n\n");
          switch (end) {
            case "FIN" -> stream.fin();
            case "NO_ERROR" -> stream.reset(NO_ERROR);
            default -> stream.end();
          }
        };
    try (FrameServer server = FrameServer.start(9, script);
        RelayRig rig = RelayRig.to(two(server));
        RawSocket client = rig.common("GET / HTTP/1.0\r\n\r\n")) {
      assertThat(client.readAll()).startsWith(cut ? "" : "HTTP/1.1 200 ");
      assertThat(client.wasReset()).isEqualTo(cut);
      assertThat(rig.over().story).contains(cut ? "Cut[reset=true" : "Whole[byClose=true]");
    }
  }

  /// A client whose request the upstream has not taken yet must still be read from, because nothing
  /// else shows that it leaves.
  @Test
  void aClientThatLeavesIsNoticedWhileItsRequestWaits() throws Exception {
    FrameServer.Script script =
        (stream, _) -> {
          stream.events().end();
        };
    try (FrameServer server = FrameServer.start(9, script);
        RelayRig rig =
            RelayRig.to(two(server), RelayOptions.plain("127.0.0.1", 0), Transport.NIO)) {
      try (RawSocket client = rig.common(RelayRig.POST)) {
        client.readUntil("0\r\n\r\n");
        rig.over();
        client.send(LONG);
      }
      assertThat(rig.over().story).endsWith("ClientLeft[stalled=false]");
      assertThat(server.clientReset()).isEqualTo(FrameServer.CANCEL);
    }
  }

  @Test
  void whatAnUpstreamNoLongerWantsOfARequestIsGivenUp() throws Exception {
    CountDownLatch read = new CountDownLatch(2);
    FrameServer.Script script =
        (stream, number) -> {
          if (number == 0 || RawServer.await(read)) {
            stream.events().end();
          }
        };
    ExchangeListener reads =
        new ExchangeListener() {
          @Override
          public void requested(long nanos) {
            read.countDown();
          }
        };
    try (FrameServer server = FrameServer.early(script)) {
      Upstream upstream = two(server);
      try (RelayRig rig = new RelayRig((_, _) -> new Route.Forward(upstream, reads));
          RawSocket client = rig.common(RelayRig.POST)) {
        client.readUntil("0\r\n\r\n");
        client.send(LONG);
        client.readUntil("0\r\n\r\n");
        assertThat(server.clientReset()).isEqualTo(NO_ERROR);
      }
    }
  }

  /// The bytes it had not read yet are lost with it, which is not an error of its request.
  @Test
  void aClientThatLeavesMuchBehindHasLeft() throws Exception {
    RawServer.Script endless =
        (line, _, _) -> {
          line.print("HTTP/1.1 200 OK\r\n\r\n");
          line.print(new byte[1 << 20]);
          line.silence();
        };
    try (RawServer server = RawServer.start(endless);
        RelayRig rig = new RelayRig(server.url())) {
      try (FrameClient client = new FrameClient(rig.relay().port())) {
        client.post(1);
        client.send(FrameClient.DATA, FrameClient.END_STREAM, 1, new byte[0]);
        client.untilData(65_535);
      }
      assertThat(rig.over().story).endsWith("ClientLeft[stalled=false]");
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isZero();
    }
  }
}
