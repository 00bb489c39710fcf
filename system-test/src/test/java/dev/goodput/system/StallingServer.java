package dev.goodput.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that answers so many questions, and to every later one sends a status and headers and
/// never a token. One that answers none does not list its models either.
final class StallingServer implements AutoCloseable {
  private static final byte[] LIST = "{\"data\":[{\"id\":\"m\"}]}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] GOOD =
      ("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],"
              + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n")
          .getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final int good;
  private final AtomicInteger requested = new AtomicInteger();
  private final CountDownLatch stalled = new CountDownLatch(1);

  private StallingServer(HttpServer server, int good) {
    this.server = server;
    this.good = good;
  }

  /// @param good how many questions are answered, a pre-flight's too
  static StallingServer after(int good) throws IOException {
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    StallingServer stalling = new StallingServer(HttpServer.create(here, 0), good);
    stalling.server.createContext("/", stalling::answer);
    stalling.server.start();
    return stalling;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Returns once a question was left without an answer.
  void awaitStall() throws InterruptedException {
    if (!stalled.await(120, TimeUnit.SECONDS)) {
      throw new AssertionError("nobody asked what is left without an answer");
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    boolean list = exchange.getRequestMethod().equals("GET");
    if (good == 0 || (!list && requested.incrementAndGet() > good)) {
      exchange.sendResponseHeaders(200, 0);
      stalled.countDown();
      return;
    }
    byte[] body = list ? LIST : GOOD;
    String type = list ? "application/json" : "text/event-stream";
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
