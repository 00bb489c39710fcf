package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// HTTP/1.x requests that are forwarded, and those that are too long.
final class RelayRequestTest {
  @Test
  void refusesHeadsAndBodiesThatAreTooLong() throws Exception {
    RelayOptions small =
        new RelayOptions("127.0.0.1", 0, null, 9, 200, 9, 1L << 40, 1L << 40, 1L << 40);
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        RelayRig rig = new RelayRig(small, server.url());
        RawSocket head = rig.common("GET / HTTP/1.1\r\nHost: g\r\nX: " + "y".repeat(200));
        RawSocket sized = rig.common("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 10\r\n\r\n");
        RawSocket chunked =
            rig.common(
                "POST / HTTP/1.1\r\n"
                    + "Host: g\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "9\r\n"
                    + "123456789\r\n"
                    + "1")) {
      assertThat(head.readAll()).startsWith("HTTP/1.1 431 ");
      assertThat(sized.readAll()).startsWith("HTTP/1.1 413 ");
      assertThat(chunked.readAll()).startsWith("HTTP/1.1 413 ");
    }
  }

  /// A TLS client waits for a response; half of its ClientHello is enough to detect it.
  @Test
  void whatIsNoHttpIsRefusedAtItsFirstByte() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.silence());
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common("\u0016\u0003\u0001\u0002")) {
      assertThat(client.readAll()).startsWith("HTTP/1.1 400 ").contains("no request of HTTP");
      assertThat(rig.relay().counts().of(RelayCounts.Event.MALFORMED)).isEqualTo(1);
    }
  }

  @Test
  void anHttp10ClientIsAnsweredAsItAsked() throws Exception {
    RawServer.Script script = (line, _, _) -> line.print("HTTP/1.0 200 OK\r\n\r\nbody");
    RawServer.Script closing =
        (line, request, number) -> {
          script.answer(line, request, number);
          line.fin();
        };
    try (RawServer server = RawServer.start(closing);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common("GET / HTTP/1.0\r\n\r\n")) {
      assertThat(client.readAll()).isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody");
      assertThat(server.requests().getFirst()).startsWith("GET / HTTP/1.0\r\n");
    }
  }

  @Test
  void anAnswerToHeadHasNoBodyWhateverItsHeadersSay() throws Exception {
    RawServer.Script script =
        (line, request, _) ->
            line.print(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
                    + (request.startsWith("HEAD") ? "" : "hello"));
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common("HEAD / HTTP/1.1\r\nHost: g\r\n\r\n")) {
      assertThat(client.readUntil("\r\n\r\n")).contains("Content-Length: 5");
      client.send("GET / HTTP/1.1\r\nHost: g\r\n\r\n");
      assertThat(client.readUntil("hello")).startsWith("HTTP/1.1 200 OK");
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void handsInterimAnswersAndTrailersOn() throws Exception {
    RawServer.Script script =
        (line, _, _) ->
            line.print(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                    + "3;ext=1\r\nabc\r\n0\r\nX-Sum: 9\r\n\r\n");
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readUntil("X-Sum: 9\r\n\r\n"))
          .startsWith("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n")
          .contains("3;ext=1\r\nabc\r\n0\r\n");
      assertThat(rig.over().answer).hasToString("abc");
    }
  }

  @Test
  void aClientThatWaitsToContinueIsToldByItsServer() throws Exception {
    RawServer.Script script =
        (line, _, number) -> line.print(number == 0 ? "HTTP/1.1 100 Continue\r\n\r\n" : "");
    RawServer.Script waiting =
        (line, request, number) -> {
          assertThat(request).contains("Expect: 100-continue\r\n");
          script.answer(line, request, number);
          line.json(200, "ok");
        };
    try (RawServer server = RawServer.start(waiting);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common(
                "POST / HTTP/1.1\r\nHost: g\r\nExpect: 100-continue\r\nX-Length: 2\r\n\r\n")) {
      assertThat(client.readUntil("\r\n\r\nok"))
          .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 X\r\n");
    }
  }

  @Test
  void bothSidesMayGoOnInAnotherProtocol() throws Exception {
    RawServer.Script script =
        (line, request, number) -> {
          if (number == 0) {
            assertThat(request).contains("Upgrade: echo\r\nConnection: upgrade\r\n");
            line.print(
                "HTTP/1.1 101 Switching Protocols\r\n"
                    + "Upgrade: echo\r\n"
                    + "Connection: upgrade\r\n\r\n"
                    + "hi");
          } else {
            line.print("heard " + request.length());
            line.fin();
          }
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common(
                "GET /ws HTTP/1.1\r\nHost: g\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n")) {
      assertThat(client.readUntil("\r\n\r\nhi"))
          .isEqualTo(
              "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: upgrade\r\n\r\nhi");
      client.send("anything at all\r\n\r\n");
      assertThat(client.readAll()).isEqualTo("heard 19");
      assertThat(rig.over().story).endsWith("Upgraded[]");
    }
  }

  @Test
  void whatIsSentBeforeTheOtherProtocolBeginsBelongsToIt() throws Exception {
    RawServer.Script script =
        (line, _, number) ->
            line.print(
                number == 0
                    ? "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n"
                    : "heard");
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common(
                "GET / HTTP/1.1\r\n"
                    + "Host: g\r\n"
                    + "Upgrade: echo\r\n"
                    + "Connection: Upgrade\r\n\r\n"
                    + "first ")) {
      client.readUntil("\r\n\r\n");
      client.send("second\r\n\r\n");
      client.readUntil("heard");
      assertThat(server.requests().getLast()).isEqualTo("first second\r\n\r\n");
    }
  }

  /// HTTP/2 by upgrade would carry requests past the relay, unseen and unlimited.
  @Test
  void noClientGoesOnInHttp2() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common(
                "GET / HTTP/1.1\r\nHost: g\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
                    + "Connection: Upgrade, HTTP2-Settings\r\n\r\n")) {
      client.readUntil("\r\n\r\nok");
      assertThat(RelayRig.unmarked(server))
          .containsExactly("GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".formatted(server.port()));
    }
  }

  @Test
  void aServerThatGoesOnInAProtocolNobodyAskedForIsA502() throws Exception {
    RawServer.Script script =
        (line, _, _) -> line.print("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\nhi");
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readAll()).startsWith("HTTP/1.1 502 ").doesNotContain("hi");
    }
  }

  /// If the length of a body were dropped as a hop-by-hop header, the server would take the body
  /// for the next request.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Content-Length: 33         | content-length          | GET /hidden HTTP/1.1~Host: h~~
          Transfer-Encoding: chunked | close, Transfer-Encoding | 21~GET /hidden HTTP/1.1~Host: h~~~0~~
          """)
  void noClientHidesWhereItsBodyEnds(String framing, String named, String body) throws Exception {
    RawServer.Script script =
        (line, request, _) -> {
          if (request.startsWith("POST")) {
            line.json(200, "ok");
          }
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common(
                ("POST / HTTP/1.1~Host: g~Connection: " + named + "~" + framing + "~~" + body)
                    .replace("~", "\r\n"))) {
      client.readUntil("\r\n\r\nok");
      assertThat(server.requests().getFirst()).contains(framing + "\r\n");
    }
  }

  @Test
  void handsAChunkedRequestOnAsItIsFramed() throws Exception {
    RawServer.Script script =
        (line, request, _) -> {
          if (!request.startsWith("POST")) {
            return;
          }
          line.json(200, "ok");
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client =
            rig.common("POST / HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n")) {
      client.send("3;a=b\r\nab");
      client.send("c\r\n0\r\nX-Sum: 1\r\n\r\n");
      client.readUntil("\r\n\r\nok");
      assertThat(rig.over().request).hasToString("abc");
    }
  }
}
