package dev.goodput.lab.hop;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A proxy that waits for whole answers and does with them what a test likes.
final class ProxyBy implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Header STREAM = new Header("content-type", "text/event-stream");

  private final EventLoops loops = EventLoops.start(1);
  private final HttpServer server;

  /// What a proxy makes of an answer.
  interface Way {
    /// Called on a thread of the question's own.
    ///
    /// @param requested asks the upstream, once each time
    /// @return answers, on the loop
    Consumer<ServerResponse> answer(Supplier<RawResponse> requested);
  }

  ProxyBy(ProbeUpstream upstream, Way way) {
    Endpoint behind = Endpoint.of(upstream.url(), Dialect.named("chat"));
    server =
        HttpServer.start(
            ServerOptions.plain("127.0.0.1", 0),
            loops,
            (request, response) ->
                Thread.startVirtualThread(() -> {
                  Consumer<ServerResponse> answer =
                      way.answer(() -> requested(behind, request.body()));
                  response.loop().execute(() -> answer.accept(response));
                }));
  }

  private static RawResponse requested(Endpoint behind, byte[] body) {
    try (RawExchange call = RawExchange.ask(behind, body, NanoClock.SYSTEM)) {
      return call.toEnd(TIMEOUT);
    }
  }

  /// Gives a whole answer.
  static Consumer<ServerResponse> whole(int status, String body) {
    return response ->
        response.send(status, List.of(STREAM), body.getBytes(StandardCharsets.UTF_8));
  }

  /// Begins one, piece by piece.
  static Consumer<ServerResponse> begun(String... pieces) {
    return response -> {
      response.head(200, List.of(STREAM));
      for (String piece : pieces) {
        response.body(piece.getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  /// Looks at it, with little patience.
  ProbeTools probing(ProbeUpstream upstream) {
    Dialect chat = Dialect.named("chat");
    return new ProbeTools(
        Endpoint.of(upstream.url(), chat),
        Endpoint.of("http://127.0.0.1:" + server.port(), chat),
        "m",
        "m",
        NanoClock.SYSTEM,
        Duration.ofSeconds(2));
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
