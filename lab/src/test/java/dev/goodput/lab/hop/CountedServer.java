package dev.goodput.lab.hop;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that streams an event every 10 ms, counts what it works on, and refuses more tokens
/// than it has room for. It has a second port, like a proxy before it, that may hear of no client
/// that leaves.
final class CountedServer implements RunningRequests, AutoCloseable {
  private static final int GAP_NANOS = 10_000_000;

  private final EventLoops loops = EventLoops.start(1);
  private final AtomicInteger running = new AtomicInteger();
  private final int events;
  private final int room;
  private final HttpServer direct;
  private final HttpServer via;

  /// @param events of each answer
  /// @param room tokens that it takes
  /// @param deaf whether the second port does not detect that clients leave
  CountedServer(int events, int room, boolean deaf) {
    this.events = events;
    this.room = room;
    direct = serve(false);
    via = serve(deaf);
  }

  private HttpServer serve(boolean deaf) {
    return HttpServer.start(
        ServerOptions.plain("127.0.0.1", 0),
        loops,
        (request, response) -> handle(request, response, deaf));
  }

  String url() {
    return "http://127.0.0.1:" + direct.port();
  }

  String viaUrl() {
    return "http://127.0.0.1:" + via.port();
  }

  private void handle(ServerRequest request, ServerResponse response, boolean deaf) {
    String body = new String(request.body(), StandardCharsets.UTF_8);
    if (room < 2_000 && body.contains("2000")) {
      response.send(400, List.of(), "{}".getBytes(StandardCharsets.UTF_8));
      return;
    }
    AtomicBoolean left = new AtomicBoolean();
    running.incrementAndGet();
    response.onClosed(() -> left.set(!deaf));
    response.head(200, List.of(new Header("content-type", "text/event-stream")));
    next(response, left, 0);
  }

  private void next(ServerResponse response, AtomicBoolean left, int made) {
    if (made == events || left.get()) {
      running.decrementAndGet();
      response.end();
      return;
    }
    response.body("data: {}\n\n".getBytes(StandardCharsets.UTF_8));
    long then = NanoClock.SYSTEM.nanoTime() + GAP_NANOS;
    var _ = response.loop().at(then, () -> next(response, left, made + 1));
  }

  @Override
  public OptionalDouble now() {
    return OptionalDouble.of(running.get());
  }

  @Override
  public void close() {
    direct.close();
    via.close();
    loops.close();
  }
}
