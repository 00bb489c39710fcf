package dev.goodput.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/// A server of one model that answers each probe by a script, and every pre-flight successfully.
final class CanaryServer implements AutoCloseable {
  /// The output tokens that probes request; a pre-flight requests another number.
  static final int OUTPUT_TOKENS = 5;

  private static final List<Header> EVENTS =
      List.of(new Header("content-type", "text/event-stream"));
  private static final List<Header> JSON = List.of(new Header("content-type", "application/json"));

  /// The fate of a request.
  enum Mode {
    GOOD,
    /// The first token comes after 600 ms.
    SLOW,
    OVERLOADED,
    CUT,
    HANGS
  }

  private final EventLoops loops = EventLoops.start(1);
  private final HttpServer server;
  private final IntFunction<Mode> script;
  private final AtomicInteger probes = new AtomicInteger();
  private final Queue<ServerResponse> hanging = new ConcurrentLinkedQueue<>();
  private final Set<String> prompts = ConcurrentHashMap.newKeySet();

  private CanaryServer(IntFunction<Mode> script) {
    this.script = script;
    this.server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), loops, this::answer);
  }

  /// @param script returns the mode by the number of the request, from 0
  static CanaryServer start(IntFunction<Mode> script) {
    return new CanaryServer(script);
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  /// Aborts all hanging responses.
  void release() {
    hanging.forEach(each -> each.loop().execute(each::abort));
  }

  /// Returns the number of requests that were not part of a pre-flight.
  int probes() {
    return probes.get();
  }

  /// Returns the number of different bodies among them.
  int differentPrompts() {
    return prompts.size();
  }

  private void answer(ServerRequest request, ServerResponse response) {
    if (request.method().equals("GET")) {
      response.send(200, JSON, "{\"object\":\"list\",\"data\":[{\"id\":\"m\"}]}".getBytes(UTF_8));
      return;
    }
    String body = new String(request.body(), UTF_8);
    if (!body.contains("_tokens\":" + OUTPUT_TOKENS)) {
      stream(response, Mode.GOOD);
      return;
    }
    prompts.add(body);
    Mode mode = script.apply(probes.getAndIncrement());
    switch (mode) {
      case GOOD, CUT -> stream(response, mode);
      case SLOW ->
          response
              .loop()
              .at(NanoClock.SYSTEM.nanoTime() + 600_000_000, () -> stream(response, mode));
      case OVERLOADED ->
          response.send(503, JSON, "{\"error\":{\"message\":\"overloaded\"}}".getBytes(UTF_8));
      case HANGS -> hanging.add(response);
    }
  }

  private void stream(ServerResponse response, Mode mode) {
    response.head(200, EVENTS);
    for (int i = 0; i < OUTPUT_TOKENS; i++) {
      response.body(event("{\"content\":\" a\"}", "null"));
    }
    if (mode == Mode.CUT) {
      response.cut();
      return;
    }
    response.body(event("{}", "\"length\""));
    response.body("data: [DONE]\n\n".getBytes(UTF_8));
    response.end();
  }

  private static byte[] event(String delta, String finish) {
    return """
    data: {"id":"c","model":"m","choices":[{"index":0,"delta":%s,"finish_reason":%s}]}

    """
        .formatted(delta, finish)
        .getBytes(UTF_8);
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
