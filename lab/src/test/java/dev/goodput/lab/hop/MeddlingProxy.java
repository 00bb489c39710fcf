package dev.goodput.lab.hop;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// A proxy that does all that none should: it waits for whole answers, writes JSON anew, asks three
/// times, repairs truncated bodies, and detects no client that leaves.
final class MeddlingProxy implements AutoCloseable {
  private static final int TRIES = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final EventLoops loops = EventLoops.start(1);
  private final Endpoint upstream;
  private final HttpServer server;

  MeddlingProxy(ProbeUpstream upstream) {
    this.upstream = Endpoint.of(upstream.url(), Dialect.named("chat"));
    this.server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, this::handle);
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  private void handle(ServerRequest request, ServerResponse response) {
    RawResponse answer = requested(request.body());
    for (int i = 1; i < TRIES && answer.status() != 200; i++) {
      answer = requested(request.body());
    }
    String text = answer.text().replace(" :  ", ":").replaceAll("(?m)^: .*$", "");
    String mended = answer.seemsComplete() ? text : text + "data: [DONE]\n\n";
    response.send(
        200,
        List.of(new Header("content-type", "text/event-stream")),
        mended.getBytes(StandardCharsets.UTF_8));
  }

  private RawResponse requested(byte[] body) {
    try (RawExchange call = RawExchange.ask(upstream, body, NanoClock.SYSTEM)) {
      return call.toEnd(TIMEOUT);
    }
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
