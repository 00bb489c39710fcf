package dev.goodput.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.testing.RawSocket;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {
  private static final List<Header> TEXT = List.of(new Header("content-type", "text/plain"));

  private final EventLoops loops = EventLoops.start(1);
  private volatile HttpHandler handler = HttpServerTest::echo;
  private final HttpServer server =
      HttpServer.start(
          new ServerOptions("127.0.0.1", 0, null, 1000),
          loops,
          (request, response) -> handler.handle(request, response));

  @AfterEach
  void close() {
    server.close();
    loops.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Echoes the request.
  private static void echo(ServerRequest request, ServerResponse response) {
    String body = new String(request.body(), StandardCharsets.UTF_8);
    response.send(200, TEXT, bytes(request.method() + " " + request.target() + " [" + body + "]"));
  }

  private RawSocket socket() {
    return new RawSocket(server.port());
  }

  @Test
  void passesMethodPathQueryHeadersAndBody() {
    handler =
        (request, response) -> {
          assertThat(request.path()).isEqualTo("/a/b");
          assertThat(request.header("X-NAME")).isEqualTo("value");
          assertThat(request.header("absent")).isNull();
          echo(request, response);
        };
    try (RawSocket socket = socket()) {
      socket.send("POST /a/b?c=d HTTP/1.1\r\nx-name: value\r\ncontent-length: 3\r\n\r\nabc");
      assertThat(socket.readUntil("]")).contains("200 OK").contains("POST /a/b?c=d [abc]");
    }
  }

  @Test
  void answersManyRequestsOnOneConnection() {
    try (RawSocket socket = socket()) {
      for (int i = 0; i < 5; i++) {
        socket.send("GET /" + i + " HTTP/1.1\r\n\r\n");
        assertThat(socket.readUntil("]")).contains("GET /" + i + " []");
      }
    }
    assertThat(server.connections()).isLessThanOrEqualTo(1);
  }

  @Test
  void answersPipelinedRequestsInTheirOrder() {
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      requests.append("GET /").append(i).append("x HTTP/1.1\r\n\r\n");
    }
    try (RawSocket socket = socket()) {
      socket.send(requests.toString());
      int at = 0;
      String all = socket.readUntil("GET /199x []");
      for (int i = 0; i < 200; i++) {
        int next = all.indexOf("GET /" + i + "x []");
        assertThat(next).as("answer " + i).isGreaterThanOrEqualTo(at);
        at = next;
      }
    }
  }

  @Test
  void readsChunkedBodiesAndSends100Continue() {
    try (RawSocket socket = socket()) {
      socket.send("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\nexpect: 100-continue\r\n\r\n");
      assertThat(socket.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue");
      socket.send("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
      assertThat(socket.readUntil("]")).contains("[abcde]");
    }
  }

  @Test
  void refusesABodyThatIsTooLong() {
    try (RawSocket socket = socket()) {
      socket.send("POST / HTTP/1.1\r\ncontent-length: 1001\r\n\r\n" + "x".repeat(1001));
      assertThat(socket.readAll()).contains("413").contains("1000 bytes");
    }
  }

  @Test
  void refusesBytesThatAreNotHttp() {
    try (RawSocket socket = socket()) {
      socket.send("complete nonsense\r\n\r\n");
      assertThat(socket.readAll()).contains("400");
    }
  }

  @Test
  void closesAfterAResponseOnRequest() {
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\nconnection: close\r\n\r\n");
      assertThat(socket.readAll()).contains("connection: close").endsWith("GET / []");
    }
  }

  @Test
  void framesAStreamInChunks() {
    handler =
        (_, response) -> {
          response.head(200, TEXT);
          response.body(bytes("a"));
          response.body(bytes("b".repeat(300)));
          response.body(bytes("xcx"), 1, 1);
          response.body(new byte[0]);
          response.end();
          response.end();
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\n\r\n");
      String all = socket.readUntil("\r\n0\r\n\r\n");
      assertThat(all)
          .contains("transfer-encoding: chunked")
          .endsWith("\r\n\r\n1\r\na\r\n12c\r\n" + "b".repeat(300) + "\r\n1\r\nc\r\n0\r\n\r\n");
    }
  }

  @Test
  void doesNotChunkForAnOldClient() {
    handler =
        (_, response) -> {
          response.head(200, TEXT);
          response.body(bytes("one "));
          response.body(bytes("two"));
          response.end();
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.0\r\n\r\n");
      assertThat(socket.readAll()).doesNotContain("chunked").endsWith("\r\n\r\none two");
    }
  }

  @Test
  void closesWithoutTheEndOfTheBody() {
    handler =
        (_, response) -> {
          response.head(200, TEXT);
          response.body(bytes("part"));
          response.cut();
          response.body(bytes("never"));
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\n\r\n");
      assertThat(socket.readAll()).endsWith("4\r\npart\r\n");
      assertThat(socket.wasReset()).isFalse();
    }
  }

  @Test
  void resetsTheConnection() {
    handler =
        (_, response) -> {
          response.head(200, TEXT);
          response.abort();
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\n\r\n");
      socket.readAll();
      assertThat(socket.wasReset()).isTrue();
    }
  }

  @Test
  void writesRawBytesAsTheyAre() {
    handler =
        (_, response) -> {
          response.raw(bytes("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nshort"));
          response.cut();
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\n\r\n");
      assertThat(socket.readAll()).isEqualTo("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nshort");
    }
  }

  @Test
  void noticesADisconnectedClient() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(1);
    handler =
        (_, response) -> {
          response.head(200, TEXT);
          response.onClosed(left::countDown);
          response.body(bytes("begun"));
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\n\r\n");
      socket.readUntil("begun");
    }
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void abortsAClientThatDoesNotReadSixtyFourMebibytes() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(1);
    handler =
        (_, response) -> {
          response.head(200, TEXT);
          response.onClosed(left::countDown);
          byte[] piece = new byte[1 << 20];
          for (int i = 0; i < 200 && !response.over(); i++) {
            response.body(piece);
          }
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\n\r\n");
      assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void returns500ForAHandlerException() {
    handler =
        (_, _) -> {
          throw new IllegalStateException("planned by the test");
        };
    try (RawSocket socket = socket()) {
      socket.send("GET / HTTP/1.1\r\nconnection: close\r\n\r\n");
      assertThat(socket.readAll()).contains("500 Internal Server Error");
    }
  }

  @Test
  void closesLikeAKilledProcess() {
    try (RawSocket socket = socket()) {
      handler =
          (_, response) -> {
            response.head(200, TEXT);
            response.body(bytes("begun"));
          };
      socket.send("GET / HTTP/1.1\r\n\r\n");
      socket.readUntil("begun");
      server.abort();
      socket.readAll();
      assertThat(socket.wasReset()).isTrue();
    }
    assertThatThrownBy(this::socket).hasMessageContaining("refused");
  }

  @Test
  void reportsAPortInUse() {
    ServerOptions taken = ServerOptions.plain("127.0.0.1", server.port());
    assertThatThrownBy(() -> HttpServer.start(taken, loops, HttpServerTest::echo))
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining(
            "cannot listen on 127.0.0.1:" + server.port() + ": the port is in use");
  }

  @Test
  void reportsAnUnknownHost() {
    ServerOptions nowhere = ServerOptions.plain("no-such-host.invalid", 0);
    assertThatThrownBy(() -> HttpServer.start(nowhere, loops, HttpServerTest::echo))
        .isInstanceOf(BadSettingException.class)
        .hasMessageEndingWith(": unknown host");
  }

  @Test
  void closesTheLongestIdleConnectionAboveTheLimit() {
    try (HttpServer two =
            HttpServer.start(
                new ServerOptions("127.0.0.1", 0, null, 1000, 2, 0), loops, HttpServerTest::echo);
        RawSocket first = new RawSocket(two.port())) {
      first.send("GET /a HTTP/1.1\r\n\r\n");
      assertThat(first.readUntil("]")).contains("GET /a");
      try (RawSocket dribbles = new RawSocket(two.port())) {
        dribbles.send("GET /slo");
        await(() -> two.connections() == 2);
        first.send("GET /b HTTP/1.1\r\n\r\n");
        assertThat(first.readUntil("GET /b []")).contains("GET /b");
        dribbles.send("w");
        try (RawSocket probe = new RawSocket(two.port())) {
          probe.send("GET /livez HTTP/1.1\r\n\r\n");
          assertThat(probe.readUntil("]")).contains("GET /livez");
          assertThat(dribbles.readAll()).isEmpty();
          first.send("GET /c HTTP/1.1\r\n\r\n");
          assertThat(first.readUntil("GET /c []")).contains("GET /c");
        }
      }
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!condition.getAsBoolean() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void closesSilentConnections() {
    try (HttpServer impatient =
            HttpServer.start(
                new ServerOptions("127.0.0.1", 0, null, 1000, 0, 50_000_000),
                loops,
                HttpServerTest::echo);
        RawSocket mute = new RawSocket(impatient.port())) {
      assertThat(mute.readAll()).isEmpty();
    }
  }
}
