package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.testing.Certificates;
import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.server.ServerTls;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RelayTest {
  private static final String STREAM =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

  @Test
  void handsRequestAndAnswerOn() throws Exception {
    try (RawServer server =
            RawServer.start((line, _, _) -> line.stream("data: a\n\n", "data: b\n\n"));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      String answer = client.readUntil("0\r\n\r\n");
      RelayRig.Seen seen = rig.over();

      assertThat(answer).isEqualTo(STREAM + "9\r\ndata: a\n\n\r\n9\r\ndata: b\n\n\r\n0\r\n\r\n");
      assertThat(RelayRig.unmarked(server))
          .containsExactly(
              "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 2\r\n\r\n{}"
                  .formatted(server.port()));
      assertThat(seen.story).hasToString("u0 requested connected sent Whole[byClose=false]");
      assertThat(seen.request).hasToString("{}");
      assertThat(seen.answer).hasToString("data: a\n\ndata: b\n\n");
      assertThat(seen.written).isEqualTo(33);
    }
  }

  @Test
  void isAnotherToWhoConnectsOnceItHasAnotherIdentity(@TempDir Path directory) throws Exception {
    Certificates certificates = new Certificates(directory);
    KeyStore key = certificates.make("new", "ip:127.0.0.1");
    Path both = certificates.both(key, "new");
    try (RawServer server = RawServer.start((line, _, number) -> line.json(200, "" + number));
        RelayRig rig = new RelayRig(server.url());
        RawSocket before = rig.common(RelayRig.POST)) {
      before.readUntil("\r\n\r\n0");
      rig.relay().identify(ServerTls.read(both, both, null));

      try (Socket after = Certificates.client(key).createSocket("127.0.0.1", rig.relay().port())) {
        after.getOutputStream().write(Bytes.of(RelayRig.POST));
        assertThat(after.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 200");
      }
      before.send(RelayRig.POST);
      before.readUntil("\r\n\r\n2");
    }
  }

  @Test
  void handsEachEventOnBeforeTheNextOneComes() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          line.print(STREAM + "9\r\ndata: a\n\n\r\n");
          if (RawServer.await(first)) {
            line.print("9\r\ndata: b\n\n\r\n0\r\n\r\n");
          }
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readUntil("data: a\n\n\r\n")).startsWith("HTTP/1.1 200 OK");
      first.countDown();
      assertThat(client.readUntil("0\r\n\r\n")).contains("data: b");
    }
  }

  @Test
  void takesOneRequestAfterAnotherOnBothSides() throws Exception {
    try (RawServer server = RawServer.start((line, _, number) -> line.json(200, "" + number));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      client.readUntil("\r\n\r\n0");
      client.send(RelayRig.POST + RelayRig.POST);
      client.readUntil("\r\n\r\n1");
      client.readUntil("\r\n\r\n2");

      assertThat(rig.over().story).contains("u0 requested connected");
      assertThat(rig.over().story).contains("u0 reused");
      assertThat(server.accepted()).isEqualTo(1);
    }
  }

  @Test
  void keepsHeadersOfOneConnectionToItself() throws Exception {
    RawServer.Script script =
        (line, _, _) ->
            line.print(
                "HTTP/1.1 201 Made It\r\nX-Own: 1\r\nKeep-Alive: timeout=5\r\nConnection: x-hop\r\n"
                    + "X-Hop: gone\r\nServer: me\r\nContent-Length: 0\r\n\r\n");
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url() + "/base");
        RawSocket client =
            rig.common(
                "GET /a?b=c HTTP/1.1\r\nhost: g\r\nConnection: keep-alive, x-mine\r\n"
                    + "X-Mine: gone\r\nX-Kept:  as is\r\nUpgrade: h2c\r\n\r\n")) {
      assertThat(client.readUntil("\r\n\r\n"))
          .isEqualTo("HTTP/1.1 201 Made It\r\nX-Own: 1\r\nServer: me\r\nContent-Length: 0\r\n\r\n");
      assertThat(RelayRig.unmarked(server))
          .containsExactly(
              "GET /base/a?b=c HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX-Kept:  as is\r\n\r\n"
                  .formatted(server.port()));
    }
  }

  @Test
  void passesA503OnceAndAsItCame() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.json(503, "{\"busy\":1}"));
        RelayRig rig = new RelayRig(server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readUntil("1}")).startsWith("HTTP/1.1 503 X\r\n");
      assertThat(rig.over().status).isEqualTo(503);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void saysWhichUpstreamCannotBeReached() throws Exception {
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        RawSocket client = rig.common(RelayRig.POST)) {
      String answer = client.readAll();

      assertThat(answer)
          .startsWith("HTTP/1.1 502 Bad Gateway\r\n")
          .endsWith(
              "{\"error\":{\"message\":\"upstream u0 cannot be reached\","
                  + "\"type\":\"upstream_unreachable\",\"code\":502}}\n");
      assertThat(rig.over().story).contains("NoAnswer[status=502, kind=UNREACHABLE");
    }
  }

  @Test
  void answersAndDropsWhatAnUploadStillSends() throws Exception {
    try (RelayRig rig = new RelayRig("http://127.0.0.1:" + RawServer.deadPort());
        RawSocket client =
            rig.common("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 3000000\r\n\r\n")) {
      client.send("x".repeat(1_000_000));
      assertThat(client.readAll()).startsWith("HTTP/1.1 502");
      assertThat(client.wasReset()).isFalse();
    }
  }

  @Test
  void asksTheNextUpstreamWhereItsRouteNamesOne() throws Exception {
    try (RawServer busy = RawServer.start((line, _, _) -> line.json(503, "{}"));
        RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig =
            new RelayRig("http://127.0.0.1:" + RawServer.deadPort(), busy.url(), server.url());
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(client.readUntil("\r\n\r\nok")).startsWith("HTTP/1.1 200");
      assertThat(rig.over().story)
          .hasToString(
              "u0 requested NoAnswer u1 connected sent Refused u2 connected sent"
                  + " Whole[byClose=false]");
      assertThat(server.requests().getFirst()).endsWith("\r\n\r\n{}");
    }
  }

  @Test
  void findsTheWayByTheBody() throws Exception {
    try (RawServer one = RawServer.start((line, _, _) -> line.json(200, "one"));
        RawServer two = RawServer.start((line, _, _) -> line.json(200, "two"))) {
      Upstream first = Upstream.of("one", one.url());
      Upstream second = Upstream.of("two", two.url());
      Router router =
          (_, _) ->
              new Route.ByBody(
                  8,
                  body -> {
                    boolean named = new String(body, StandardCharsets.UTF_8).contains("two");
                    return new Route.Forward(named ? second : first, ExchangeListener.NONE);
                  },
                  _ -> RequestBuffer.NO_ROOM);
      try (RelayRig rig = new RelayRig(router);
          RawSocket client = rig.common(RelayRig.POST)) {
        client.readUntil("\r\n\r\none");
        client.send("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 5\r\n\r\n");
        client.send("\"two\"");
        client.readUntil("\r\n\r\ntwo");
        client.send("POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 12\r\n\r\n\"two\"    ");
        client.send("   ");
        client.readUntil("\r\n\r\ntwo");
        assertThat(two.requests().getLast()).endsWith("\"two\"       ");
      }
    }
  }

  @Test
  void isNotHarmedByAWitnessThatFails() throws Exception {
    try (RawServer server = RawServer.start((line, _, _) -> line.stream("data: a\n\n"))) {
      Upstream upstream = Upstream.of("u", server.url());
      Queue<String> received = new ConcurrentLinkedQueue<>();
      Router router = (_, _) -> new Route.Forward(upstream, new Failing(received));
      try (RelayRig rig = new RelayRig(router);
          RawSocket client = rig.common(RelayRig.POST)) {
        assertThat(client.readUntil("0\r\n\r\n")).contains("data: a");
        client.send(RelayRig.POST);
        assertThat(client.readUntil("0\r\n\r\n")).contains("data: a");
        rig.relay().close();
        assertThat(rig.relay().counts().of(RelayCounts.Event.UNWATCHED)).isEqualTo(2);
        assertThat(received).containsExactly("blinded", "ended", "blinded", "ended");
      }
    }
  }

  private static final class Failing implements ExchangeListener {
    private final Queue<String> received;

    Failing(Queue<String> received) {
      this.received = received;
    }

    @Override
    public void written(int bytes, long nanos) {
      throw new AssertionError("a fault, on purpose");
    }

    @Override
    public void blinded() {
      received.add("blinded");
    }

    @Override
    public void ended(ExchangeOutcome ending, long nanos) {
      received.add("ended");
      throw new IllegalStateException("another fault, on purpose");
    }
  }

  @Test
  void turnsAwayWhoComesOverTheLimitInWords() throws Exception {
    RelayOptions one =
        new RelayOptions("127.0.0.1", 0, null, 1, 999, 99, 1L << 40, 1L << 40, 1L << 40);
    try (RawServer server = RawServer.start((line, _, _) -> line.json(200, "ok"));
        RelayRig rig = new RelayRig(one, server.url());
        RawSocket first = rig.common(RelayRig.POST)) {
      first.readUntil("\r\n\r\nok");
      try (RawSocket second = rig.client()) {
        assertThat(second.readAll())
            .startsWith("HTTP/1.1 503 ")
            .contains("Retry-After: 1\r\n")
            .contains("all 1 connections of the gateway are taken");
      }
      assertThat(rig.relay().counts().of(RelayCounts.Event.TURNED_AWAY)).isEqualTo(1);
    }
  }

  @Test
  void endsWhatIsUnderWayBeforeItStops() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch draining = new CountDownLatch(1);
    RawServer.Script script =
        (line, _, _) -> {
          requested.countDown();
          RawServer.await(draining);
          line.stream("data: a\n\n");
        };
    try (RawServer server = RawServer.start(script);
        RelayRig rig = new RelayRig(server.url());
        RawSocket idle = rig.client();
        RawSocket client = rig.common(RelayRig.POST)) {
      assertThat(RawServer.await(requested)).isTrue();
      rig.relay().drain();
      draining.countDown();
      assertThat(idle.readAll()).isEmpty();
      assertThat(client.readAll()).contains("Connection: close\r\n").endsWith("0\r\n\r\n");
      assertThat(client.wasReset()).isFalse();
    }
  }
}
