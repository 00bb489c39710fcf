package dev.goodput.lab;

import dev.goodput.wire.Header;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// An in-process handler that returns responses in the format of each real dialect, for warming up
/// the client.
final class WarmUpHandler implements HttpHandler {
  private static final long GAP_NANOS = 50_000;
  private static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));

  private final WarmUpScript script;
  private final List<Header> events;
  private final boolean stream;
  private final NanoClock clock;

  /// @param stream whether responses are streamed
  WarmUpHandler(Dialect dialect, boolean stream, NanoClock clock) {
    this.script = WarmUpScript.of(dialect.name());
    this.events = List.of(new Header("Content-Type", script.mediaType()));
    this.stream = stream;
    this.clock = clock;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    if (!stream) {
      response.send(200, JSON, script.whole().getBytes(StandardCharsets.UTF_8));
      return;
    }
    response.head(200, events);
    next(response, 0);
  }

  private void next(ServerResponse response, int sent) {
    byte[] event = script.events().get(sent);
    response.body(event, 0, event.length);
    if (sent + 1 < script.events().size()) {
      response.loop().at(clock.nanoTime() + GAP_NANOS, () -> next(response, sent + 1));
    } else {
      response.end();
    }
  }
}
